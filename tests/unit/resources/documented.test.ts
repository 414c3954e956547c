import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(__dirname, "../../..");
const PROVIDER = path.join(ROOT, "provider") + path.sep;
/** What wraps a value in arguments and results. */
const WRAPPERS = new Set(["Array", "ReadonlyArray", "Promise", "Output", "OutputInstance", "Input"]);
/** The names of lookups, and of their output forms. */
const LOOKUP = /^(get|validate|verify|call)[A-Z]/;

describe("the declarations of resources and lookups", () => {
  const program = ts.createProgram(
    ["provider/index.ts", "provider/native/index.ts"].map((file) => path.join(ROOT, file)),
    {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    },
  );

  it.each(["provider/index.ts", "provider/native/index.ts"])(
    "of %s describe every argument and every output",
    (file) => {
      expect(undocumented(program, path.join(ROOT, file))).toEqual([]);
    },
  );
});

/** Returns the members of arguments and outputs, at any depth, that have no comment: `List.name`, `List(args).items.comment`. */
function undocumented(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} was not found.`);
  const found = new Map<ts.Declaration, string>();
  const seen = new Set<ts.Type>();

  const visit = (type: ts.Type, at: string): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const parts = wrappedIn(type) ?? (type.isUnionOrIntersection() ? type.types : []);
    for (const part of parts) visit(part, at);
    if (parts.length > 0 || !(type.flags & ts.TypeFlags.Object)) return;
    for (const { type: inner } of checker.getIndexInfosOfType(type)) visit(inner, `${at}[]`);
    for (const member of checker.getPropertiesOfType(type)) {
      const [declaration] = member.declarations ?? [];
      if (!declaration?.getSourceFile().fileName.startsWith(PROVIDER) || isMethod(declaration)) continue;
      const path = `${at}.${member.name}`;
      if (isExcluded(declaration)) continue;
      if (member.getDocumentationComment(checker).length === 0) found.set(declaration, path);
      visit(checker.getTypeOfSymbol(member), path);
    }
  };
  const wrappedIn = (type: ts.Type): readonly ts.Type[] | undefined => {
    if (WRAPPERS.has(type.aliasSymbol?.name ?? "")) return type.aliasTypeArguments ?? [];
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    const symbol = type.getSymbol();
    return isReference && symbol && WRAPPERS.has(symbol.name)
      ? checker.getTypeArguments(type as ts.TypeReference)
      : undefined;
  };

  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const type = checker.getTypeOfSymbol(symbol);
    for (const signature of type.getConstructSignatures()) {
      const [, args] = signature.getParameters();
      const resource = signature.getReturnType();
      if (!args || !checker.getPropertyOfType(resource, "urn")) continue;
      visit(checker.getTypeOfSymbol(args), `${symbol.name}(args)`);
      visit(resource, symbol.name);
    }
    if (!LOOKUP.test(symbol.name)) continue;
    for (const signature of type.getCallSignatures()) {
      for (const args of signature.getParameters())
        visit(checker.getTypeOfSymbol(args), `${symbol.name}(args)`);
      visit(signature.getReturnType(), `${symbol.name}()`);
    }
  }
  return [...found.values()];
}

function isMethod(declaration: ts.Declaration): boolean {
  return ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration);
}

/** Whether a member cannot be set: it only excludes another one. */
function isExcluded(declaration: ts.Declaration): boolean {
  const kind = ts.isPropertySignature(declaration) ? declaration.type?.kind : undefined;
  return kind === ts.SyntaxKind.UndefinedKeyword || kind === ts.SyntaxKind.NeverKeyword;
}
