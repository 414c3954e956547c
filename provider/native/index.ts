/**
 * The resources of this package as native resources, which the plugin `edge` manages instead of a dynamic provider: the engine can
 * import them, shows differences rule by rule, and knows their ids in a preview.
 *
 * @packageDocumentation
 */
import { endProgramWithEngine } from "../process";

export * as filter from "../filter";
export * from "../functions";
export * from "../resources/build-filter";
export * from "../resources/resource-keys";
export * from "./native-class";
export * from "./provider";
export * from "./resources";

endProgramWithEngine();
