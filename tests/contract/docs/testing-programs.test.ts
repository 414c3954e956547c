import * as platform from "../../../cli/local-platform";
import * as edge from "../../../provider";
import { runPageFile } from "../../support/page-programs";

const environment = { ...process.env };
afterAll(() => void (process.env = environment));

describe("the test with the local platform of docs/testing-programs.md", () => {
  runPageFile("zones.test.ts", (request) => (request === "pulumi-edge-platform" ? edge : platform));
});
