import * as pulumi from "@pulumi/pulumi";
import { FAULTS } from "../properties/hidden";
import { reportedFaults } from "../resources/edge-resource";
import { settledValues } from "../resources/failed-values";
import { withPluginHint } from "./plugin-hint";

/** The connection of native resources. Each setting defaults to the stack's configuration and the environment. */
export interface ProviderArgs {
  /** The base URL of the API, which ends with `/client/v4`. */
  baseUrl?: pulumi.Input<string> | undefined;
  /** The base URL of the chain gateway. */
  gatewayUrl?: pulumi.Input<string> | undefined;
  /** `cloudflare` sets base URL and vendor, and also reads the vendor's environment variables. */
  preset?: pulumi.Input<"cloudflare"> | undefined;
  /** The vendor's segment of resource keys. Defaults to `cloudflare`. */
  vendor?: pulumi.Input<string> | undefined;
  /** The token of the credential. A secret. */
  apiToken?: pulumi.Input<string> | undefined;
  /** The e-mail address of the credential, with `apiKey`. */
  email?: pulumi.Input<string> | undefined;
  /** The key of the credential, with `email`. A secret. */
  apiKey?: pulumi.Input<string> | undefined;
  /** The account of resources that name none. */
  accountId?: pulumi.Input<string> | undefined;
  /** `false`: previews do not ask the API what it would answer to the writes of the update. */
  dryRun?: pulumi.Input<"true" | "false"> | undefined;
  /** The part of the credential's request limit that one of several concurrent stacks may use, such as `1/16`. */
  rateShare?: pulumi.Input<string> | undefined;
  /** JSON: an object of named connections, each with the settings above. A secret. */
  connections?: pulumi.Input<string> | undefined;
  /** JSON: fields and functions that this release does not know, with their types. See the guide on filter expressions. */
  fields?: pulumi.Input<string> | undefined;
  /** `warn` makes unknown fields and functions in filters warnings. Defaults to `error`. */
  unknownNames?: pulumi.Input<"error" | "warn"> | undefined;
  /** Any text. Distinguishes stacks of several backends or organizations whose project and stack have equal names. */
  owner?: pulumi.Input<string> | undefined;
}

/**
 * An explicit provider of native resources. Its settings take precedence over the environment. If it sets `baseUrl` or `preset`, it
 * takes nothing from the environment, so that no credential is sent to another host.
 *
 * @example
 * ```ts
 * import { Provider, ValidatedFilter } from "pulumi-edge-platform/native";
 *
 * const provider = new Provider("staging", { baseUrl: "https://api.example.com/client/v4", apiToken: process.env["STAGING_TOKEN"] });
 * new ValidatedFilter("office", { expression: "ip.src in {192.0.2.0/24}" }, { provider });
 * ```
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, written: ProviderArgs = {}, options: pulumi.ResourceOptions = {}) {
    const { args, opts, faults } = settledValues(written, options);
    const { apiToken, apiKey, connections } = args;
    const secrets = {
      apiToken: apiToken === undefined ? undefined : pulumi.secret(apiToken),
      apiKey: apiKey === undefined ? undefined : pulumi.secret(apiKey),
      connections: connections === undefined ? undefined : pulumi.secret(connections),
    };
    const reported = faults && { [FAULTS]: reportedFaults([], faults) };
    super("edge", name, { ...args, ...secrets, ...reported }, withPluginHint(opts));
  }
}
