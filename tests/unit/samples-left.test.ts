import { describe, expect, it } from 'vitest';
import { type SiteConfig, site } from '../../src/site.config.ts';
import { samplesLeft } from '../../tools/build/plugins/samples-left.ts';

describe('FIRST-2: what is left of the sample', () => {
  it('is all of it where nothing was changed: the lists of both files agree', () => {
    expect(samplesLeft(site).map((line) => line.replace(/:.*/, ''))).toEqual([
      'brand',
      'tagline',
      'description',
      'greeting',
      'introduction',
      'lfgTarget',
      'profile.name',
      'profile.image',
      'profile.description',
      'contactCard.email',
      'contactCard.location',
      'contactCard.hours',
      'social, GitHub',
      'social, LinkedIn',
    ]);
  });

  it('is what was not changed, whatever the name of a link is', () => {
    const mine: SiteConfig = {
      ...site,
      brand: 'Mine',
      profile: { ...site.profile, name: 'Rosa' },
      social: [
        { label: 'Code', href: 'https://github.com/' },
        { label: 'GitHub', href: 'https://github.com/rosa' },
      ],
    };
    const left = samplesLeft(mine);
    expect(left).toContain('social, Code: https://github.com/');
    expect(left).toContain('tagline: Learning AI by building with it');
    expect(left.filter((line) => /^(brand|profile\.name|social, GitHub)/.test(line))).toEqual([]);
  });
});
