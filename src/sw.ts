/// <reference lib="webworker" />
import { answerAdminParts } from './sw/keep-admin-parts.ts';
import type { KeptFile } from './sw/kept-file.ts';
import { answerPictures, fetchPicturesWhenAsked } from './sw/pictures.ts';
import { answerShared } from './sw/share-target.ts';
import { keepShell } from './sw/shell.ts';
import { takeOverWhenTold } from './sw/take-over.ts';

/** The service worker: lets the site open without its host. One file per duty, in sw/. */
declare const self: ServiceWorkerGlobalScope;

// The build puts its list here (tools/build/plugins/kept-files.ts).
const files = self.__WB_MANIFEST as readonly KeptFile[];
keepShell(
  self,
  files.filter((file) => !file.isForAdmins),
);
answerShared();
answerPictures();
fetchPicturesWhenAsked(self);
answerAdminParts(
  self,
  files.filter((file) => file.isForAdmins),
);
takeOverWhenTold(self);
