import type * as pulumi from "@pulumi/pulumi";

/** Gives each entry point the same description. */
export const describe: pulumi.ResourceTransform = ({ type, props, opts }) =>
  type.endsWith("edge:ZoneEntrypointRuleset")
    ? { props: { ...(props as object), description: "Harbour: see the repository `infrastructure`" }, opts }
    : undefined;

/** Protects the tokens that production uses, in the older form of transforms. */
export const protectProduction: pulumi.ResourceTransformation = ({ type, name, props, opts }) =>
  type.endsWith("edge:ApiToken") && !name.includes("staging")
    ? { props: props as object, opts: { ...opts, protect: true } }
    : undefined;
