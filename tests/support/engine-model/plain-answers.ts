import { openedProperties } from "../../../plugin/secrets";
import type { EngineProvider } from "../../../provider/dynamic";

/** The provider, as the engine hands its answers back to it: the engine keeps which outputs are secret, and tells a dynamic provider only values. */
export function withPlainAnswers(provider: EngineProvider): EngineProvider {
  const opened = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      // The cast holds: opening changes only the values of secrets.
      return openedProperties((await answer) as Record<string, unknown>) as T;
    } catch (error) {
      const { properties } = error as { readonly properties?: Record<string, unknown> };
      throw properties === undefined
        ? error
        : Object.defineProperty(error as object, "properties", { value: openedProperties(properties) });
    }
  };
  return {
    ...provider,
    create: (inputs) => opened(provider.create(inputs)),
    read: (id, outputs) => opened(provider.read(id, outputs)),
    update: (id, olds, news) => opened(provider.update(id, olds, news)),
  };
}
