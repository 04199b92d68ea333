package io.sluice.beside;

import static java.util.Objects.requireNonNull;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Holds one cluster on a page, and the dispatch that put it there.
 *
 * <p>The dispatch is the decision's {@code reason}: so it is written in the same request, and
 * survives with the page. An unreadable reason names attempt 0 and generation 0.
 *
 * @param at instant of the dispatch; deadlines run from it
 */
public record OverrideEntry(
    String cluster, String rolloutUid, long attempt, long generation, Instant at) {
  private static final Pattern REASON =
      Pattern.compile(
          "attempt ([0-9]{1,18}) of generation ([0-9]{1,18}), rollout (\\S*), at (\\S+)");

  public OverrideEntry {
    requireNonNull(cluster, "cluster is null");
    requireNonNull(rolloutUid, "rolloutUID is null");
    requireNonNull(at, "at is null");
  }

  /** Parses a decision of a page. */
  public static OverrideEntry of(String cluster, String reason) {
    Matcher matcher = REASON.matcher(reason);
    if (matcher.matches()) {
      try {
        return new OverrideEntry(
            cluster,
            matcher.group(3),
            Long.parseLong(matcher.group(1)),
            Long.parseLong(matcher.group(2)),
            Instant.parse(matcher.group(4)));
      } catch (DateTimeException e) {
        return unreadable(cluster);
      }
    }
    return unreadable(cluster);
  }

  private static OverrideEntry unreadable(String cluster) {
    return new OverrideEntry(cluster, "", 0, 0, Instant.EPOCH);
  }

  /** Formats {@code attempt 3 of generation 7, rollout u1, at 2026-02-03T09:00:00Z}. */
  public String reason() {
    return "attempt %d of generation %d, rollout %s, at %s"
        .formatted(attempt, generation, rolloutUid, at);
  }

  /** Returns whether that attempt put the cluster on the page. */
  public boolean is(String uid, long number) {
    return rolloutUid.equals(uid) && attempt == number;
  }
}
