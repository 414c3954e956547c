import type { ListKind, Phase } from "../api/wire";
import type * as dynamic from "../resources";
import { nativeClass, type NativeOf, type NativeStatics } from "./native-class";
import type * as pulumi from "@pulumi/pulumi";
import { BaselineComponent, isBaseline } from "../resources/baseline-component";
import type { ZoneBaselineArgs } from "../resources";

/*
 * The native classes. The classes of the same name that need no plugin describe their arguments and outputs.
 */

/** Rules in an account's entry point of one phase. Its id is `<account id>/<phase>`. */
export const AccountEntrypointRuleset: NativeStatics<dynamic.AccountEntrypointRuleset> & {
  new <P extends Phase = Phase, A extends string = never>(
    name: string,
    args: dynamic.AccountEntrypointRulesetArgs<P, A>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.AccountEntrypointRuleset<P, A>>;
} = nativeClass<object, dynamic.AccountEntrypointRuleset<never>>("AccountEntrypointRuleset");
export type AccountEntrypointRuleset<P extends Phase = Phase, A extends string = never> = NativeOf<
  dynamic.AccountEntrypointRuleset<P, A>
>;

/**
 * An API token of the calling user or of an account. Its id is `user/<token id>` or `account/<account id>/<token id>`. The value of an
 * imported token is not known until `rotationTrigger` changes.
 */
export const ApiToken: NativeStatics<dynamic.ApiToken> & {
  new <D extends string = never>(
    name: string,
    args: dynamic.ApiTokenArgs<D>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.ApiToken<D>>;
} = nativeClass<object, dynamic.ApiToken>("ApiToken");
export type ApiToken<D extends string = never> = NativeOf<dynamic.ApiToken<D>>;

/** An address of the chain gateway. Its id is the network. */
export const GatewayEndpoint: NativeStatics<dynamic.GatewayEndpoint> & {
  new <N extends string = never>(
    name: string,
    args: dynamic.GatewayEndpointArgs<N>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.GatewayEndpoint<N>>;
} = nativeClass<object, dynamic.GatewayEndpoint>("GatewayEndpoint");
export type GatewayEndpoint<N extends string = never> = NativeOf<dynamic.GatewayEndpoint<N>>;

/** A list of an account. Its id is `<account id>/<list id>`. */
export const List: NativeStatics<dynamic.List> & {
  new <K extends ListKind = ListKind>(
    name: string,
    args: dynamic.ListArgs<K>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.List<K>>;
} = nativeClass<object, dynamic.List>("List");
export type List<K extends ListKind = ListKind> = NativeOf<dynamic.List<K>>;

/** The managed OWASP ruleset in a zone. Its id is `<zone id>/<managed ruleset id>`. */
export const OwaspConfig = nativeClass<dynamic.OwaspConfigArgs, dynamic.OwaspConfig>("OwaspConfig");
export type OwaspConfig = NativeOf<dynamic.OwaspConfig>;

/** A custom ruleset of an account. Its id is `account/<account id>/<ruleset id>`. */
export const Ruleset: NativeStatics<dynamic.Ruleset> & {
  new <P extends Phase = Phase, A extends string = never>(
    name: string,
    args: dynamic.RulesetArgs<P, A>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.Ruleset<P, A>>;
} = nativeClass<object, dynamic.Ruleset<never>>("Ruleset");
export type Ruleset<P extends Phase = Phase, A extends string = never> = NativeOf<dynamic.Ruleset<P, A>>;

/** A filter expression, which is validated before resources use it. To import one, write the expression as its id. */
export const ValidatedFilter = nativeClass<dynamic.ValidatedFilterArgs, dynamic.ValidatedFilter>(
  "ValidatedFilter",
);
export type ValidatedFilter = NativeOf<dynamic.ValidatedFilter>;

/** A custom ruleset of a zone, in `http_request_firewall_custom`. Its id is `zone/<zone id>/<ruleset id>`. */
export const ZoneCustomRuleset: NativeStatics<dynamic.ZoneCustomRuleset> & {
  new <A extends string = never>(
    name: string,
    args: dynamic.ZoneCustomRulesetArgs<A>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.ZoneCustomRuleset<A>>;
} = nativeClass<object, dynamic.ZoneCustomRuleset>("ZoneCustomRuleset");
export type ZoneCustomRuleset<A extends string = never> = NativeOf<dynamic.ZoneCustomRuleset<A>>;

/** Rules in a zone's entry point of one phase. Its id is `<zone id>/<phase>`. */
export const ZoneEntrypointRuleset: NativeStatics<dynamic.ZoneEntrypointRuleset> & {
  new <P extends Phase = Phase, A extends string = never>(
    name: string,
    args: dynamic.ZoneEntrypointRulesetArgs<P, A>,
    opts?: pulumi.CustomResourceOptions,
  ): NativeOf<dynamic.ZoneEntrypointRuleset<P, A>>;
} = nativeClass<object, dynamic.ZoneEntrypointRuleset<never>>("ZoneEntrypointRuleset");
export type ZoneEntrypointRuleset<P extends Phase = Phase, A extends string = never> = NativeOf<
  dynamic.ZoneEntrypointRuleset<P, A>
>;

/**
 * The recommended protection of a zone, of native resources: custom rules, rate limits, the vendor's managed ruleset and OWASP. The
 * class of the same name that needs no plugin describes its arguments.
 */
export class ZoneBaseline<F extends string = never, A extends string = never> extends BaselineComponent<
  F,
  ValidatedFilter,
  ZoneEntrypointRuleset,
  OwaspConfig
> {
  constructor(name: string, args: ZoneBaselineArgs<F, A>, opts?: pulumi.ComponentResourceOptions) {
    super({ ValidatedFilter, ZoneEntrypointRuleset, OwaspConfig }, name, args, opts);
  }

  /** Whether a value is a ZoneBaseline, also if another copy of the package made it. */
  static override isInstance(value: unknown): value is ZoneBaseline<string> {
    return isBaseline(value);
  }
}
