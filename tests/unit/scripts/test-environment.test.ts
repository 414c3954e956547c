import { AsyncLocalStorage } from "node:async_hooks";
import ReleasingEnvironment from "../../../scripts/test-environment";

type Args = ConstructorParameters<typeof ReleasingEnvironment>;

it("the environment of the tests disables the storages of a file that has ended, and no others", async () => {
  const before = new AsyncLocalStorage<string>();
  before.enterWith("of the worker");
  // Jest's environment reads no other settings.
  const config = { globalConfig: {}, projectConfig: { globals: {}, testEnvironmentOptions: {} } } as Args[0];
  const environment = new ReleasingEnvironment(config, {} as Args[1]);
  const during = new AsyncLocalStorage<string>();
  during.enterWith("of the file");
  expect(during.getStore()).toBe("of the file");
  await environment.teardown();
  expect([before.getStore(), during.getStore()]).toEqual(["of the worker", undefined]);
  expect(new AsyncLocalStorage()).not.toBeInstanceOf(during.constructor);
});
