import fs from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./fake-commands";
import { renew } from "./lifecycle";
import { useTestPlatform } from "./platform";

/** A platform for tests of the command line. Each test gets a fresh environment and an empty temporary folder. */
export function useCommandLine() {
  const platform = useTestPlatform();
  const environment = { ...process.env };
  let folder = "";
  beforeEach(async () => {
    folder = temporaryFolder();
    process.env = { ...environment, EDGE_BASE_URL: platform.baseUrl, EDGE_API_TOKEN: platform.token };
    await renew(platform);
  });
  afterEach(() => fs.rmSync(folder, { recursive: true }));
  afterAll(() => {
    process.env = environment;
  });
  const pathOf = (name = "") => path.join(folder, name);
  return {
    platform,
    /** Path of a file in the temporary folder, or of the folder itself. */
    pathOf,
    /** Writes a text, or a value as JSON, and returns the path. */
    write: (name: string, content: unknown): string => {
      const file = pathOf(name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
      return file;
    },
  };
}

/** A resource of this package as it appears in the state of shop/dev. */
export function stateResource(kind: string, name: string, more: object = {}) {
  const type = `pulumi-nodejs:dynamic/edge:${kind}`;
  return { urn: `urn:pulumi:dev::shop::${type}::${name}`, custom: true, type, ...more };
}
