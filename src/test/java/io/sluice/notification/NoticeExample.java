package io.sluice.notification;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Makes notices for tests. */
final class NoticeExample {
  static final NoticeOrigin ORIGIN =
      new NoticeOrigin(
          "eu",
          "policies",
          "policies",
          "web-tls",
          Optional.of(URI.create("https://sluice.example.com/rollouts/policies/web-tls?a=1&b=2")),
          Optional.of(URI.create("https://temporal.example.com/namespaces/sluice/workflows/w1")));

  private NoticeExample() {}

  static Notice of(NoticeKind kind) {
    return new Notice(
        kind,
        "5f1c6d7e-0b52-4a3e-8f5d-0d8f2f3c9a10",
        1,
        Instant.parse("2026-11-30T21:00:00Z"),
        3,
        7,
        Optional.of("2026-11-30"),
        "Halted",
        Optional.of("Failed"),
        Optional.of("prod"),
        Optional.of("20/40"),
        "3 failed > 2 maxFailures in group prod.",
        List.of("shop-1", "shop-2", "shop-3"),
        4);
  }

  /** Returns one that has this text wherever others may write one. */
  static Notice with(NoticeKind kind, String text) {
    Notice notice = of(kind);
    return new Notice(
        kind,
        notice.rolloutUid(),
        notice.number(),
        notice.at(),
        notice.attempt(),
        notice.generation(),
        Optional.of(text),
        text,
        Optional.of(text),
        Optional.of(text),
        Optional.of(text),
        text,
        List.of(text, text),
        0);
  }
}
