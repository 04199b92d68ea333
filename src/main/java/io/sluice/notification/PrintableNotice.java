package io.sluice.notification;

import io.sluice.text.PrintableText;
import java.net.URI;
import java.util.Optional;

/**
 * Makes the texts of a notice fit for any format: what a reader would not see is replaced, and
 * lengths are limited, so that no message is near the least of the receivers' limits, 28 KiB of a
 * chat. What a format takes for its own signs is left to that format.
 */
final class PrintableNotice {
  private static final int LONGEST_MESSAGE = 2_000;
  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_LINK = 2_000;

  private PrintableNotice() {}

  static Notice of(Notice notice) {
    return new Notice(
        notice.kind(),
        name(notice.rolloutUid()),
        notice.number(),
        notice.at(),
        notice.attempt(),
        notice.generation(),
        name(notice.version()),
        name(notice.phase()),
        name(notice.outcome()),
        name(notice.group()),
        name(notice.progress()),
        PrintableText.line(notice.message(), LONGEST_MESSAGE),
        notice.clusters().stream().limit(Notice.MOST_CLUSTERS).map(PrintableNotice::name).toList(),
        notice.moreClusters() + Math.max(0, notice.clusters().size() - Notice.MOST_CLUSTERS));
  }

  static NoticeOrigin of(NoticeOrigin origin) {
    return new NoticeOrigin(
        name(origin.hub()),
        name(origin.namespace()),
        name(origin.collection()),
        name(origin.name()),
        link(origin.dashboard()),
        link(origin.temporal()));
  }

  /** A text that says nothing is left out: formats refuse empty ones. */
  private static Optional<String> name(Optional<String> text) {
    return text.filter(written -> !written.isBlank()).map(PrintableNotice::name);
  }

  private static String name(String text) {
    return PrintableText.line(text, LONGEST_NAME);
  }

  private static Optional<URI> link(Optional<URI> link) {
    return link.map(URI::toASCIIString)
        .filter(text -> text.length() <= LONGEST_LINK)
        .map(URI::create);
  }
}
