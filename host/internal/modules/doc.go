// Package modules switches modules, which are plugins that an organisation has or has not, for organisations. What is on lies in the organisation's own row, from
// which every decision is made; what switching means for requests, browsers and plugins is in docs/contracts/author.md, "Modules of an organisation".
package modules
