import type { Article, Graph, ListItem, Thing } from 'schema-dts';
import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { site } from '../../site.config.ts';
import { absolute, datesOf, type PublicPage, urlOf } from './public-page.ts';

/** What is said about every item. */
type About = Pick<
  Extract<Article, { '@type': 'Article' }>,
  '@id' | 'url' | 'description' | 'author' | 'datePublished' | 'dateModified'
>;

/** What the page is, in the words of schema.org; a type or a property that it does not know does not compile. */
export function structuredData(
  page: PublicPage,
  address: string,
  { profile, social }: OwnersWords,
): Graph {
  const url = urlOf(page, address);
  const person = { '@id': `${address}/#person` };
  const graph: Thing[] = [
    {
      '@type': 'WebSite',
      '@id': `${address}/#site`,
      url: `${address}/`,
      name: site.brand,
      description: site.tagline,
      inLanguage: 'en',
      publisher: person,
    },
    {
      '@type': 'Person',
      '@id': person['@id'],
      name: profile.name,
      description: profile.description,
      image: absolute(profile.image, address),
      sameAs: social.map(({ href }) => href),
    },
  ];
  const trail: PublicPage[] = [];
  for (let at: PublicPage | null = page; at !== null; at = at.above) trail.unshift(at);
  if (trail.length > 1)
    graph.push({
      '@type': 'BreadcrumbList',
      '@id': `${url}#trail`,
      itemListElement: trail.map(
        (at, place): ListItem => ({
          '@type': 'ListItem',
          position: place + 1,
          name: at.name,
          item: urlOf(at, address),
        }),
      ),
    });
  const about: About = {
    '@id': `${url}#about`,
    url,
    description: page.description,
    author: person,
  };
  const { published, modified } = datesOf(page);
  if (published !== null) about.datePublished = published;
  if (modified !== null) about.dateModified = modified;
  if (page.item?.kind === 'project')
    graph.push({ '@type': 'CreativeWork', ...about, name: page.name });
  if (page.item?.kind === 'learning')
    graph.push({
      '@type': 'Article',
      ...about,
      headline: page.name,
      keywords: page.item.learning.tags,
      mainEntityOfPage: url,
    });
  return { '@context': 'https://schema.org', '@graph': graph };
}
