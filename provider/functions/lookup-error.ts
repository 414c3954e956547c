import * as pulumi from "@pulumi/pulumi";

/** A look-up that found nothing, or more than one. The engine shows its message without a stack. */
export class LookupError extends pulumi.RunError {}
