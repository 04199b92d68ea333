package io.sluice.simulation;

import io.sluice.policy.Verdict;
import io.sluice.rollout.ClusterState;
import io.sluice.rollout.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Writes down what reached an attempt about one cluster that it has started. */
final class ClusterLog {
  /**
   * One piece of news.
   *
   * @param seen when it was seen; news goes by that order
   * @param at when it may count: not before the dispatch
   */
  record News(Instant seen, Instant at, Verdict verdict, boolean weak) {}

  /** The group that it was started in, where that can be told from its name alone. */
  final Optional<ModelGroup> group;

  Stage stage = Stage.STARTED;
  Instant started = Instant.MIN;
  Optional<Instant> dispatched = Optional.empty();
  Optional<Instant> refused = Optional.empty();
  long attempt;
  boolean everIgnored;

  /** Bad news came, but was forgotten with a lost run. */
  boolean badBefore;

  /** Carried over, or found again after its run was lost: its news is not known. */
  boolean trusted;

  Instant lastLook = Instant.MIN;
  final List<News> news = new ArrayList<>();

  ClusterLog(Optional<ModelGroup> group) {
    this.group = group;
  }

  /**
   * What is known of a cluster whose run was lost: nothing on the hub says in which group it was
   * started, or what it reported.
   */
  static ClusterLog found(ClusterState entry, long namedAttempt, boolean badBefore) {
    ClusterLog book = new ClusterLog(Optional.empty());
    book.stage = entry.stage();
    if (entry.dispatched() != 0) {
      book.dispatched = Optional.of(Instant.ofEpochMilli(entry.dispatched()));
    }
    book.attempt = namedAttempt;
    book.trusted = entry.stage().isFinal();
    book.badBefore = badBefore;
    return book;
  }

  void looked(Instant at) {
    if (at.isAfter(lastLook)) {
      lastLook = at;
    }
  }

  /** Dispatch or first refusal, plus the deadline. */
  Optional<Instant> expiry(Optional<Duration> deadline) {
    return dispatched.or(() -> refused).flatMap(start -> deadline.map(start::plus));
  }

  boolean heardBad() {
    return news.stream().anyMatch(item -> item.verdict() == Verdict.NEGATIVE);
  }

  boolean heardGood() {
    return news.stream().anyMatch(item -> item.verdict() == Verdict.POSITIVE);
  }

  /** Whether good news stood for a whole soak, with no bad news in between of all that is known. */
  boolean soaked(Duration soak, Duration weakSoak, Instant now) {
    List<News> order = new ArrayList<>(news);
    order.sort(Comparator.comparing(News::seen));
    for (int i = 0; i < order.size(); i++) {
      News good = order.get(i);
      Instant end = good.at().plus(good.weak() ? weakSoak : soak);
      boolean stood =
          order.subList(i, order.size()).stream()
              .noneMatch(later -> later.verdict() == Verdict.NEGATIVE && later.at().isBefore(end));
      if (good.verdict() == Verdict.POSITIVE && stood && !end.isAfter(now)) {
        return true;
      }
    }
    return false;
  }
}
