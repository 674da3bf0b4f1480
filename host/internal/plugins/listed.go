package plugins

// Enabled are the ids of the plugins that are installed and not disabled, in their order, whether or not they run now.
func (p *Plugins) Enabled() []string {
	ids := []string{}
	for _, entry := range p.config.Store.Entries() {
		if entry.Enabled && entry.Current != "" {
			ids = append(ids, entry.ID)
		}
	}
	return ids
}

// listed tells that other plugins are there, or other releases of them. Called with changes held.
func (p *Plugins) listed() {
	if p.config.Listed != nil {
		p.config.Listed()
	}
}
