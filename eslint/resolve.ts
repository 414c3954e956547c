import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/** Returns the name that something has in a package, or undefined if no `import` or `require` gets it from there. */
export function importedName(
  node: TSESTree.Node,
  code: TSESLint.SourceCode,
  from: RegExp,
): string | undefined {
  if (node.type === "MemberExpression" && node.property.type === "Identifier")
    return importOf(node.object, code, from) === "*" ? node.property.name : undefined;
  if (node.type === "TSQualifiedName")
    return importOf(node.left, code, from) === "*" ? node.right.name : undefined;
  const name = importOf(node, code, from);
  return name === "*" ? undefined : name;
}

/** Returns the imported name of an identifier, `*` for the whole package. */
function importOf(node: TSESTree.Node, code: TSESLint.SourceCode, from: RegExp): string | undefined {
  const definition = definitionOf(node, code);
  const found = definition?.node;
  if (found?.type === "VariableDeclarator") return requiredName(found, definition?.name, from);
  const parent = found?.parent;
  if (parent?.type !== "ImportDeclaration" || !from.test(parent.source.value)) return undefined;
  if (found?.type !== "ImportSpecifier") return "*";
  return found.imported.type === "Identifier" ? found.imported.name : found.imported.value;
}

/** Returns the name that `const … = require("…")` gives to a variable. */
function requiredName(
  { id, init }: TSESTree.VariableDeclarator,
  variable: TSESTree.Node | undefined,
  from: RegExp,
): string | undefined {
  if (init?.type !== "CallExpression" || init.callee.type !== "Identifier" || init.callee.name !== "require")
    return undefined;
  const [name] = init.arguments;
  if (name?.type !== "Literal" || !from.test(String(name.value))) return undefined;
  if (id.type === "Identifier") return "*";
  const members = id.type === "ObjectPattern" ? id.properties : [];
  const member = members.find((one) => one.type === "Property" && one.value === variable);
  return member?.type === "Property" ? nameOf(member) : undefined;
}

/** Returns the only definition of what an identifier names. */
function definitionOf(node: TSESTree.Node, code: TSESLint.SourceCode): TSESLint.Scope.Definition | undefined {
  if (node.type !== "Identifier") return undefined;
  for (let scope: TSESLint.Scope.Scope | null = code.getScope(node); scope; scope = scope.upper) {
    const variable = scope.set.get(node.name);
    if (variable) return variable.defs.length === 1 ? variable.defs[0] : undefined;
  }
  return undefined;
}

/** Returns the value of a `const` that an identifier names. */
function constantOf(node: TSESTree.Node, code: TSESLint.SourceCode): TSESTree.Node | undefined {
  const found = definitionOf(node, code)?.node;
  const isConstant =
    found?.type === "VariableDeclarator" && found.id.type === "Identifier" && found.parent.kind === "const";
  return (isConstant && found.init) || undefined;
}

/** The constants, members and spreads that one question follows. More are generated. */
const MAX_FOLLOWED = 200;

/** Follows constants of the file, their members and type assertions to what they are. Nodes in `seen` are not followed again. */
export function resolved(
  node: TSESTree.Node,
  code: TSESLint.SourceCode,
  seen = new Set<TSESTree.Node>(),
): TSESTree.Node {
  if (seen.has(node) || seen.size > MAX_FOLLOWED) return node;
  seen.add(node);
  const next = followed(node, code, seen);
  return next ? resolved(next, code, seen) : node;
}

function followed(
  node: TSESTree.Node,
  code: TSESLint.SourceCode,
  seen: Set<TSESTree.Node>,
): TSESTree.Node | undefined {
  switch (node.type) {
    case "Identifier":
      return constantOf(node, code);
    case "MemberExpression": {
      if (node.computed || node.property.type !== "Identifier") return undefined;
      const object = resolved(node.object, code, seen);
      return object.type === "ObjectExpression"
        ? memberOf(object, node.property.name, code, false, seen)
        : undefined;
    }
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
      return node.expression;
    default:
      return undefined;
  }
}

/**
 * Returns the value of a member, also of one that `...constant` adds.
 *
 * @param isSure leaves out a member that an unknown spread may replace
 */
export function memberOf(
  node: TSESTree.ObjectExpression,
  name: string,
  code: TSESLint.SourceCode,
  isSure = false,
  seen = new Set<TSESTree.Node>(),
): TSESTree.Node | undefined {
  for (const property of node.properties.toReversed()) {
    if (property.type === "Property") {
      if (nameOf(property) === name) return property.value;
      if (property.computed && isSure) return undefined;
      continue;
    }
    // A constant may spread itself.
    if (seen.has(property) || seen.size > MAX_FOLLOWED) return undefined;
    seen.add(property);
    const spread = resolved(property.argument, code, seen);
    if (spread.type === "ObjectExpression") {
      const found = memberOf(spread, name, code, isSure, seen);
      if (found) return found;
    } else if (isSure) return undefined;
  }
  return undefined;
}

/** Returns the name of a property. Undefined if the program computes it. */
export function nameOf({ computed, key }: TSESTree.Property): string | undefined {
  if (computed) return undefined;
  return key.type === "Identifier" ? key.name : String(key.value);
}

/**
 * Returns the nodes that a value may be: both branches of a choice, the items of a list, what a function of the file returns, and the
 * results of a call such as `hosts.map((host) => …)`. Constants of the file are followed.
 */
export function leavesOf(node: TSESTree.Node | undefined, code: TSESLint.SourceCode): TSESTree.Node[] {
  const leaves: TSESTree.Node[] = [];
  const seen = new Set<TSESTree.Node>();
  const waiting = node ? [node] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const at = resolved(next, code);
    if (seen.has(at)) continue;
    seen.add(at);
    const parts = alternativesOf(at, code);
    if (parts) waiting.push(...parts.toReversed());
    else leaves.push(at);
  }
  return leaves;
}

const CALLBACKS = /^(?:map|flatMap|apply)$/;

function alternativesOf(node: TSESTree.Node, code: TSESLint.SourceCode): TSESTree.Node[] | undefined {
  switch (node.type) {
    case "ArrayExpression":
      return node.elements.flatMap((element) => element ?? []);
    case "SpreadElement":
      return [node.argument];
    case "ConditionalExpression":
      return [node.consequent, node.alternate];
    case "LogicalExpression":
      return [node.left, node.right];
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return node.body.type === "BlockStatement" ? returnedIn(node.body.body) : [node.body];
    case "CallExpression": {
      const {
        callee,
        arguments: [callback],
      } = node;
      if (callee.type === "Identifier") {
        const definition = definitionOf(callee, code)?.node;
        const called = definition?.type === "FunctionDeclaration" ? definition : constantOf(callee, code);
        return called && [called];
      }
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return undefined;
      if (callee.property.name === "filter") return [callee.object];
      return CALLBACKS.test(callee.property.name) && callback ? [callback] : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns what the statements of a function return, also inside branches. */
function returnedIn(statements: readonly TSESTree.Statement[]): TSESTree.Node[] {
  return statements.flatMap((statement) => {
    switch (statement.type) {
      case "ReturnStatement":
        return statement.argument ? [statement.argument] : [];
      case "BlockStatement":
        return returnedIn(statement.body);
      case "IfStatement":
        return returnedIn([statement.consequent, ...(statement.alternate ? [statement.alternate] : [])]);
      default:
        return [];
    }
  });
}
