import fs from "node:fs";
import path from "node:path";
import { runStep } from "../../scripts/processes";
import { ensurePythonPackages } from "../../scripts/python-packages";
import { ensureSdk } from "../../scripts/sdk/generate";
import { describeNativeExample } from "../support/native-story";

const QUIET = (): void => undefined;

/** Installs the packages that the SDK needs, and returns their Python. */
async function pythonWithPackages(): Promise<string> {
  const python = await ensurePythonPackages("sdk", QUIET);
  if (python !== undefined) return python;
  throw new Error("The packages of scripts/sdk/requirements.txt cannot be installed. Is there a python3?");
}

describeNativeExample({
  name: "python",
  file: "__main__.py",
  action: ["edge.Action.MANAGED_CHALLENGE", "edge.Action.BLOCK"],
  isAdopted: true,
  // The old language host takes the Python on PATH; newer ones take the virtual environment of Pulumi.yaml.
  tools: async () => path.dirname(await pythonWithPackages()),
  prepare: async (program) => {
    const file = path.join(program, "Pulumi.yaml");
    const venv = path.dirname(path.dirname(await pythonWithPackages()));
    const text = fs.readFileSync(file, "utf8");
    fs.writeFileSync(file, text.replace("virtualenv: venv", `virtualenv: ${venv}`));
    const sdk = path.join(program, "sdks", "edge");
    fs.cpSync(await ensureSdk("python", QUIET), sdk, { recursive: true });
    // Programs find packages in their own folder. The requirements contain what builds this one.
    const install = ["install", "--quiet", "--no-deps", "--no-build-isolation", "--target", program, sdk];
    const { code, stderr } = await runStep(await pythonWithPackages(), ["-m", "pip", ...install]);
    if (code !== 0) throw new Error(`The SDK cannot be installed:\n${stderr}`);
  },
});
