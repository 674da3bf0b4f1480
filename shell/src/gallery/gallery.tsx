import { Link, useSearchParams } from '@outrider/sdk/router';

import { sections } from './sections';

import './gallery.css';

/** Every component of the SDK, a family at a time. It is for developers, and in English alone. */
export function Gallery() {
  const [search] = useSearchParams();
  const wanted = search.get('section');
  const shown = sections.find(({ id }) => id === wanted) ?? sections[0];
  if (!shown) {
    return null;
  }
  const { id, title, Component } = shown;
  return (
    <div className="gallery" lang="en">
      <nav className="gallery-nav" aria-label="Components">
        <p className="cap">Components</p>
        {sections.map((section) => (
          <Link key={section.id} to={`?section=${section.id}`} className={section.id === id ? 'on' : undefined} aria-current={section.id === id ? 'page' : undefined}>
            {section.title}
          </Link>
        ))}
      </nav>
      <div className="gallery-body">
        <h1>{title}</h1>
        <Component key={id} />
      </div>
    </div>
  );
}
