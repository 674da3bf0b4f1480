/** Operations that have words of their own, by how they begin; the first that fits. */
const known: readonly [operation: RegExp, key: string][] = [
  [/^POST \/api\/auth\/sign-in$|^GET \/api\/auth\/handover/, 'signIn'],
  [/^POST \/api\/auth\/sign-out/, 'signOut'],
  [/^POST \/api\/auth\/change-password$/, 'password'],
  [/^(GET|POST) \/api\/auth\/invite$/, 'accepted'],
  [/^ENTER /, 'entered'],
  [/\/exports?\b/, 'export'],
  [/\/invite\/import$/, 'imported'],
  [/^POST \/api\/invite$/, 'invited'],
  [/^DELETE \/api\/invite\//, 'inviteCancelled'],
  [/\/ousers\/\{userId\}\/role$|\/role(\/\{roleId\})?$/, 'role'],
  [/\/tree\/nodes\/\{nodeId\}\/users$/, 'userMoved'],
  [/\/users\/\{userId\}\/sign-out$/, 'userSignedOut'],
  [/^PUT \/api\/org\/\{orgId\}\/users\/\{userId\}$/, 'user'],
  [/\/permissions\//, 'permissions'],
  [/\/tree/, 'groups'],
  [/livestream|\/live\b/i, 'live'],
  [/^GET /, 'read'],
  [/^DELETE /, 'deleted'],
];

/** The key of the words for an operation of the audit log. */
export function deedKey(operation: string): string {
  return known.find(([shape]) => shape.test(operation))?.[1] ?? 'changed';
}
