import { runtime } from "@pulumi/pulumi";

/** Returns the mocks of a unit test that has called `pulumi.runtime.setMocks`; undefined in a program that the engine runs. */
export function installedMocks(): runtime.Mocks | undefined {
  // No function of the SDK tells. Of its monitors, only the one of the mocks has the public member `mocks`.
  const monitor: { readonly mocks?: runtime.Mocks } | undefined = runtime.hasMonitor()
    ? (runtime.getMonitor() as object)
    : undefined;
  return monitor?.mocks;
}
