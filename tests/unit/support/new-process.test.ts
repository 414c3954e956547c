import type * as Client from "../../../provider/client";
import type * as Api from "../../../provider/api";
import { asNewProcess } from "../../support/new-process";

function loaded(): { client: typeof Client; api: typeof Api } {
  let found: { client: typeof Client; api: typeof Api } | undefined;
  asNewProcess(() => {
    found = {
      client: jest.requireActual<typeof Client>("../../../provider/client"),
      api: jest.requireActual<typeof Api>("../../../provider/api"),
    };
  });
  if (!found) throw new Error("the modules were not loaded");
  return found;
}

describe("modules of a new process", () => {
  it("are new for each process, except those of pure rooms", () => {
    const [first, second] = [loaded(), loaded()];
    expect(second.client.createClient).not.toBe(first.client.createClient);
    expect(second.api.ErrorCode).toBe(first.api.ErrorCode);
  });
});
