import { Struct, type JavaScriptValue } from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "../provider/lifecycle";

/** Returns the properties of a message of the engine. */
export function propertiesOf(struct: Struct | undefined): Properties {
  return struct?.toJavaScript() ?? {};
}

/** Returns properties as a message to the engine has them. */
export function structOf(properties: Properties): Struct {
  // The cast holds: properties of the engine are plain JSON.
  return Struct.fromJavaScript(properties as Record<string, JavaScriptValue>);
}
