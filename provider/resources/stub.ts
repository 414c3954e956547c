/**
 * The text that stands in the state as the provider of each resource of a kind.
 *
 * The engine runs it on refresh and destroy, years later perhaps, in the program's directory. So it names no version, path
 * or secret, and it is never changed: another text would be another provider in every state there is. It loads
 * `pulumi-edge-platform/dynamic` by name; where a strict layout hides that (the program depends on a package that depends
 * on this one), through each dependency of the nearest package.json. tests/unit/resources/stub.test.ts holds the bytes.
 */
export function stub(kind: string): string {
  return (
    "exports.handler=()=>{let n='pulumi-edge-platform/dynamic',c=require('module').createRequire,p=c(process.cwd()+'/_')," +
    "f=(r,m)=>{try{return r.resolve(m)}catch{}},q='package.json',e=f(p,n),i=9,d;while(i--&&!f(p,'./'+q))q='../'+q;" +
    "if(!e&&f(p,'./'+q))for(d in p('./'+q).dependencies)e||=f(c(f(p,d)||f(p,d+'/package.json')||'/_'),n);" +
    "if(!e)throw Error(n+' not found: install the dependencies of '+process.cwd());" +
    `return require(e).load('${kind}')}`
  );
}
