package contact

import (
	"context"
	"strings"

	"outrider.dev/sdk/fault"
)

type manyInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		IDs []string `json:"ids" minItems:"1" maxItems:"2000" nullable:"false"`
	}
}

type removedOutput struct {
	Body struct {
		Removed int64 `json:"removed"`
		Kept    int64 `json:"kept" doc:"Internal ones, and those that were gone already"`
	}
}

var errNothingToRemove = fault.New(fault.Conflict, "none of the selected contacts can be removed")

// removeMany removes the external contacts of a choice. Internal ones stay.
func (c *Contacts) removeMany(ctx context.Context, in *manyInput) (*removedOutput, error) {
	removed, err := c.rows.remove(ctx, in.OrgID, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	if removed == 0 {
		return nil, errNothingToRemove
	}
	var out removedOutput
	out.Body.Removed, out.Body.Kept = removed, int64(len(in.Body.IDs))-removed
	return &out, nil
}

type tagInput struct {
	OrgID string `path:"orgId"`
	Body  struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"2000" nullable:"false"`
		Add    []string `json:"add,omitempty" maxItems:"20" nullable:"false"`
		Remove []string `json:"remove,omitempty" maxItems:"20" nullable:"false"`
	}
}

type changedOutput struct {
	Body struct {
		Changed int64 `json:"changed"`
	}
}

// tag adds tags to external contacts and removes others.
func (c *Contacts) tag(ctx context.Context, in *tagInput) (*changedOutput, error) {
	add := Draft{FirstName: "-", LastName: "-", Email: "a@b.cd", Tags: in.Body.Add}.Tidy()
	if problems := add.Problems(); len(problems) > 0 {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.add", Message: problems[0].Message})
	}
	changed, err := c.rows.retag(ctx, in.OrgID, in.Body.IDs, add.Tags, in.Body.Remove)
	return changes(changed), err
}

func changes(n int64) *changedOutput {
	var out changedOutput
	out.Body.Changed = n
	return &out
}

// Tag is a tag and how many contacts have it.
type Tag struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

type inOrg struct {
	OrgID string `path:"orgId"`
}

type tagsOutput struct {
	Body struct {
		Tags     []Tag `json:"tags" nullable:"false"`
		Internal int64 `json:"internal" doc:"How many internal contacts the caller sees"`
		External int64 `json:"external"`
	}
}

func (c *Contacts) tags(ctx context.Context, _ *inOrg) (*tagsOutput, error) {
	seen, err := c.Seen(ctx)
	if err != nil {
		return nil, err
	}
	var out tagsOutput
	out.Body.Tags, err = c.rows.tags(ctx, seen)
	if err != nil {
		return nil, err
	}
	out.Body.Internal, out.Body.External, err = c.rows.counts(ctx, seen)
	return &out, err
}

type oneTagInput struct {
	OrgID string `path:"orgId"`
	Tag   string `path:"tag" maxLength:"160"`
}

type renameTagInput struct {
	OrgID string `path:"orgId"`
	Tag   string `path:"tag" maxLength:"160"`
	Body  struct {
		Name string `json:"name" minLength:"1" maxLength:"40"`
	}
}

var errNoTag = fault.New(fault.NotFound, "There is no such tag.")

func (c *Contacts) renameTag(ctx context.Context, in *renameTagInput) (*changedOutput, error) {
	name := strings.Join(strings.Fields(in.Body.Name), " ")
	if name == "" || unprintable(name) {
		return nil, fault.InvalidFields("The request is not valid.", fault.Field{Location: "body.name", Message: "This field is required."})
	}
	changed, err := c.rows.replaceTag(ctx, in.OrgID, in.Tag, []string{name})
	if err == nil && changed == 0 {
		err = errNoTag
	}
	return changes(changed), err
}

func (c *Contacts) removeTag(ctx context.Context, in *oneTagInput) (*struct{}, error) {
	changed, err := c.rows.replaceTag(ctx, in.OrgID, in.Tag, nil)
	if err == nil && changed == 0 {
		err = errNoTag
	}
	return nil, err
}
