import { renew } from "./lifecycle";
import { startPlugin, type NativePlugin } from "./native-plugin";
import type { TestPlatform } from "./platform";

export interface TestPlugin extends NativePlugin {
  /** Starts another process of the plugin, as the engine does for each run. */
  readonly restart: () => Promise<void>;
}

/** Starts the plugin for each test, on a platform without what earlier tests made. */
export function useTestPlugin(platform: TestPlatform): TestPlugin {
  let running: NativePlugin | undefined;
  const restart = async (): Promise<void> => {
    running?.close();
    running = await startPlugin(platform);
  };
  beforeEach(async () => {
    await renew(platform);
    await restart();
  });
  afterEach(() => {
    running?.close();
    running = undefined;
  });
  // Every member is looked up in the plugin that runs then.
  return new Proxy({} as TestPlugin, {
    get: (_, property) => {
      if (property === "restart") return restart;
      if (!running) throw new Error("the plugin runs only while a test runs");
      return Reflect.get(running, property) as unknown;
    },
  });
}
