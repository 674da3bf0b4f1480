// The permission model in Ory's permission language. "User U may do P in organisation O" is one check:
// Permission:O/P#use@U. Support roles are the roles of organisation "*".
import { Namespace, SubjectSet, Context } from "@ory/keto-namespace-types"

class User implements Namespace {}

class Role implements Namespace {
  related: {
    members: (User | SubjectSet<Role, "members">)[]
  }
}

class Permission implements Namespace {
  related: {
    granted: (User | SubjectSet<Role, "members">)[]
    allowed: User[]
    denied: (User | SubjectSet<Role, "members">)[] // of users alone: Keto reads it twice so, and answers with an error when it cannot read
  }

  permits = {
    use: (ctx: Context): boolean =>
      (this.related.granted.includes(ctx.subject) || this.related.allowed.includes(ctx.subject)) &&
      !this.related.denied.includes(ctx.subject),
  }
}
