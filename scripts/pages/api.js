// @ts-check
"use strict";

const ts = require("typescript");

/** @typedef {{ name: string, file: string }} EntryPoint what a program imports, and the file of its declarations */
/** @typedef {{ heading: string, module: ts.Symbol, exports: ReadonlyMap<string, ts.Symbol> }} Section an entry point, or a namespace in one */

const INTRODUCTION = `# Public interface

What programs can import, with signatures. \`npm run api\` writes this page from the compiled declarations, so its difference shows what a
change does to users. \`npm run docs\` writes pages that explain each name.
`;

const HIDDEN = `## Types that cannot be imported

The signatures above use them. Tables of data whose names are types, such as the fields of the language, are left out.
`;

const printer = ts.createPrinter({ removeComments: true });

/**
 * Returns docs/api.md before Prettier formats it. What an entry point shares with the first one is only described there. Private and
 * internal members are left out.
 * @param {readonly EntryPoint[]} entryPoints
 * @returns {string}
 */
function apiPage(entryPoints) {
  const program = ts.createProgram(
    entryPoints.map(({ file }) => file),
    {
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      // Only names are resolved.
      types: [],
      lib: ["lib.es2023.d.ts"],
    },
  );
  const checker = program.getTypeChecker();
  const sections = entryPoints.flatMap(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`${file} declares no module; is it the file of ${name} in package.json?`);
    return sectionsOf(checker, `## \`${name}\``, module);
  });
  /** @type {Set<ts.Symbol>} */
  const described = new Set();
  const texts = sections
    .filter(({ module }, index) => sections.findIndex((one) => one.module === module) === index)
    .map((section) => {
      const text = sectionText(section, described, sections[0]);
      for (const symbol of section.exports.values()) described.add(symbol);
      return text;
    });
  const hidden = hiddenSymbols(program, described).map((symbol) => declarationText(symbol, symbol.name));
  return [INTRODUCTION, ...texts, ...(hidden.length > 0 ? [`${HIDDEN}\n${codeBlock(hidden)}`] : [])].join(
    "\n",
  );
}

/**
 * @param {ts.TypeChecker} checker
 * @param {string} heading
 * @param {ts.Symbol} module
 * @returns {Section[]} of the module, and of the namespaces that it exports
 */
function sectionsOf(checker, heading, module) {
  const exports = checker
    .getExportsOfModule(module)
    .map(/** @returns {[string, ts.Symbol]} */ (symbol) => [symbol.name, targetOf(checker, symbol)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    { heading, module, exports: new Map(exports) },
    ...exports
      .filter(([, symbol]) => isNamespace(symbol))
      .flatMap(([name, symbol]) => sectionsOf(checker, `${heading}, namespace \`${name}\``, symbol)),
  ];
}

/** @param {ts.Symbol} symbol */
function isNamespace(symbol) {
  return (symbol.flags & ts.SymbolFlags.ValueModule) !== 0;
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function targetOf(checker, symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * @param {Section} section
 * @param {ReadonlySet<ts.Symbol>} described what earlier sections describe
 * @param {Section | undefined} first
 */
function sectionText({ heading, exports }, described, first) {
  const added = [...exports].filter(([, symbol]) => !described.has(symbol));
  const shared = [...exports].filter(([, symbol]) => described.has(symbol)).map(([name]) => name);
  const declarations = added
    .filter(([, symbol]) => !isNamespace(symbol))
    .map(([name, symbol]) => declarationText(symbol, name));
  return [
    `${heading}\n`,
    ...(shared.length > 0 && first ? [`${sharedText(shared, first)}\n`] : []),
    ...(declarations.length > 0 ? [codeBlock(declarations)] : []),
  ].join("\n");
}

/** @param {readonly string[]} shared @param {Section} first */
function sharedText(shared, first) {
  const missing = [...first.exports.keys()].filter((name) => !shared.includes(name));
  if (missing.length >= shared.length) return `Described above: ${quoted(shared)}.`;
  return missing.length === 0 ? "The same names, and:" : `The same names, except ${quoted(missing)}, and:`;
}

/** @param {readonly string[]} names */
function quoted(names) {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** @param {readonly string[]} declarations */
function codeBlock(declarations) {
  // Not `ts`: the examples of the pages, which a test compiles, are in such blocks.
  return `\`\`\`typescript\n${declarations.join("\n")}\n\`\`\`\n`;
}

/** @param {ts.Symbol} symbol @param {string} exported */
function declarationText(symbol, exported) {
  const texts = (symbol.declarations ?? []).map((node) => {
    const { transformed } = ts.transform(statementOf(node), [withoutHidden]);
    return transformed
      .map((one) => printer.printNode(ts.EmitHint.Unspecified, one, node.getSourceFile()))
      .join("\n")
      .replace(/^(?:export )?(?:declare )?/, "");
  });
  return [...texts, ...(exported === symbol.name ? [] : [`export { ${symbol.name} as ${exported} };`])].join(
    "\n",
  );
}

/** @param {ts.Node} node @returns {ts.Node} */
function statementOf(node) {
  if (!ts.isVariableDeclaration(node)) return node;
  // Alone, also if the file declares several variables together.
  return ts.factory.createVariableStatement(
    [],
    ts.factory.createVariableDeclarationList([node], node.parent.flags),
  );
}

/** @type {ts.TransformerFactory<ts.Node>} */
const withoutHidden = (context) => {
  /** @param {ts.Node} node @returns {ts.VisitResult<ts.Node | undefined>} */
  const visit = (node) => {
    if (isHiddenMember(node)) return undefined;
    const visited = ts.visitEachChild(node, visit, context);
    // The path is that of a file, which may move.
    return ts.isImportTypeNode(visited) && visited.qualifier && isRelative(visited)
      ? ts.factory.createTypeReferenceNode(visited.qualifier, visited.typeArguments)
      : visited;
  };
  return (node) => ts.visitEachChild(node, visit, context);
};

/** @param {ts.Node} node */
function isHiddenMember(node) {
  if (!ts.isClassElement(node) && !ts.isTypeElement(node)) return false;
  const isPrivate =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  const isNamedPrivately = node.name !== undefined && ts.isPrivateIdentifier(node.name);
  return (
    isPrivate === true ||
    isNamedPrivately ||
    ts.getJSDocTags(node).some(({ tagName }) => tagName.text === "internal")
  );
}

/** @param {ts.ImportTypeNode} node */
function isRelative({ argument }) {
  return (
    ts.isLiteralTypeNode(argument) &&
    ts.isStringLiteral(argument.literal) &&
    argument.literal.text.startsWith(".")
  );
}

/** The kinds of declarations that signatures name. Variables and functions, which some types are computed from, are not. */
const TYPES =
  ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Enum;

/**
 * Returns the types of the package that the declarations of symbols use, directly or not, without the symbols themselves.
 * @param {ts.Program} program
 * @param {ReadonlySet<ts.Symbol>} described
 * @returns {ts.Symbol[]} by name
 */
function hiddenSymbols(program, described) {
  const checker = program.getTypeChecker();
  /** @type {Set<ts.Symbol>} */
  const hidden = new Set();
  /** @param {ts.Node} node */
  const isOwn = (node) =>
    ts.isSourceFile(node.parent) &&
    !program.isSourceFileFromExternalLibrary(node.parent) &&
    !program.isSourceFileDefaultLibrary(node.parent);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (isHiddenMember(node)) return;
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node);
      const symbol = found && targetOf(checker, found);
      const isNew = symbol && symbol.flags & TYPES && !described.has(symbol) && !hidden.has(symbol);
      if (isNew && symbol.declarations?.some(isOwn)) {
        hidden.add(symbol);
        symbol.declarations.forEach(visit);
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const symbol of described) if (!isNamespace(symbol)) symbol.declarations?.forEach(visit);
  return [...hidden].sort((a, b) => (a.name < b.name ? -1 : 1));
}

module.exports = { apiPage };
