import { CancellableRun, createClient } from "../../../provider/client";
import { MAX_IN_FLIGHT } from "../../../provider/client/queue/rate-limiter";
import { CancelledError } from "../../../provider/client/errors";
import {
  ok,
  rejection,
  settingsFor,
  testEnvironment,
  withServer,
  type Script,
} from "../../contract/client/scripted-server";
import { busy, ME } from "./samples";

const TOKEN = { id: "7c5dae5552338874e5053f2534d2767a" };

/** A moment for which others wait. */
function moment(): { readonly isReached: Promise<void>; readonly reach: () => void } {
  let reach = (): void => undefined;
  const isReached = new Promise<void>((resolve) => (reach = resolve));
  return { isReached, reach };
}

/** A server that holds its answers to requests of a method from a number on. */
function holding(method: string, from: number) {
  const asked = moment();
  const free = moment();
  let count = 0;
  const script: Script = async (request) => {
    if (request.method === method && (count += 1) >= from) {
      asked.reach();
      await free.isReached;
    }
    return ok(request.method === "GET" ? ME : TOKEN);
  };
  return { script, isAsked: asked.isReached, letGo: free.reach };
}

const isCancelled = async (work: Promise<unknown>) => (await rejection(work)) instanceof CancelledError;

describe("a cancelled run", () => {
  it("waits neither for answers to reads nor for a turn, and the client serves the next run", async () => {
    const { script, isAsked, letGo } = holding("GET", 1);
    await withServer(script, async ({ server, client }) => {
      const run = new CancellableRun();
      // The first request of a client goes alone, so the others wait for their turn: more than may be on their way at once.
      const ids = Array.from({ length: MAX_IN_FLIGHT + 1 }, (_, index) =>
        index.toString(16).padStart(32, "0"),
      );
      const reads = ids.map((id) => isCancelled(run.operate(() => client.zones.get(id))));
      await isAsked;
      run.cancel();
      expect(await Promise.all(reads)).toEqual(ids.map(() => true));
      expect(server.seen).toHaveLength(1);
      letGo();
      expect(await new CancellableRun().operate(() => client.user.get())).toEqual(ME);
    });
  });

  it("starts no request, and no retry", () =>
    withServer([busy, ok(ME)], async ({ server }) => {
      const run = new CancellableRun();
      const sleep = () => {
        run.cancel();
        return Promise.resolve();
      };
      const client = createClient(settingsFor(server.origin), { ...testEnvironment(), sleep });
      expect(await isCancelled(run.operate(() => client.user.get()))).toBe(true);
      expect(await isCancelled(run.operate(() => client.tokens.remove({ user: true }, TOKEN.id)))).toBe(true);
      expect(server.seen).toHaveLength(1);
    }));

  it("lets an operation go on that has a write on its way, with all its requests", async () => {
    const { script, isAsked, letGo } = holding("DELETE", 1);
    await withServer(script, async ({ server, client }) => {
      await client.user.get();
      const run = new CancellableRun();
      const work = run.operate(async () => {
        const write = client.tokens.remove({ user: true }, TOKEN.id);
        await isAsked;
        const read = client.user.get();
        run.cancel();
        letGo();
        return Promise.all([write, read, write.then(() => client.user.get())]);
      });
      expect(await work).toEqual([undefined, ME, ME]);
      expect(server.seen).toHaveLength(4);
    });
  });

  it("lets an operation that has written go on when the operation stops whose read it shares", async () => {
    const { script, isAsked, letGo } = holding("GET", 2);
    await withServer(script, async ({ server, client }) => {
      await client.user.get();
      const run = new CancellableRun();
      const written = moment();
      const shared = moment();
      const writer = run.operate(async () => {
        await client.tokens.remove({ user: true }, TOKEN.id);
        written.reach();
        await isAsked;
        const read = client.user.get();
        shared.reach();
        return read;
      });
      await written.isReached;
      const reader = isCancelled(run.operate(() => client.user.get()));
      await shared.isReached;
      run.cancel();
      expect(await reader).toBe(true);
      letGo();
      expect(await writer).toEqual(ME);
      expect(server.seen.map(({ method }) => method)).toEqual(["GET", "DELETE", "GET", "GET"]);
    });
  });
});
