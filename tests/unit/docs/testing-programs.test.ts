import * as pulumi from "@pulumi/pulumi";
import * as edge from "../../../provider";
import { runPageFile } from "../../support/page-programs";

describe("the unit test with mocks of docs/testing-programs.md", () => {
  runPageFile("index.test.ts", (request) => (request === "pulumi-edge-platform" ? edge : pulumi));
});
