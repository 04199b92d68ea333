package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Keeps its own books of what reached an attempt, and holds every step against them
 * (rollout-strategy 7: I5, I6, I7, I9).
 */
final class AttemptOracle {
  private record News(Instant at, Verdict verdict) {}

  /** What reached the attempt about one cluster since its dispatch. */
  private static final class Book {
    private Optional<Instant> dispatched = Optional.empty();
    private Optional<Instant> refused = Optional.empty();
    private long attempt;
    private boolean everIgnored;
    private Instant lastLook = Instant.MIN;
    private final List<News> news = new ArrayList<>();
  }

  private final AttemptSpec spec;
  private final Map<String, Book> books = new HashMap<>();

  AttemptOracle(AttemptSpec spec) {
    this.spec = spec;
  }

  void check(AttemptState before, Observation seen, Step step, Instant now) {
    Set<String> known = Entries.names(step.state());
    Map<String, ClusterState> formers = new HashMap<>();
    before.clusters().forEach(entry -> formers.put(entry.cluster(), entry));
    books.keySet().removeIf(cluster -> !known.contains(cluster));
    seen.acks().forEach(this::enter);
    seen.reports().forEach(report -> enter(report, now));
    seen.looks().forEach(look -> look.clusters().forEach(cluster -> looked(cluster, look.at())));
    for (ClusterState entry : step.state().clusters()) {
      Book book = books.computeIfAbsent(entry.cluster(), name -> new Book());
      book.everIgnored |= seen.hub().fleet().ignored().contains(entry.cluster());
      Optional<ClusterState> former = Optional.ofNullable(formers.get(entry.cluster()));
      finalStaysFinal(former, entry);
      success(former, entry, book, now);
      failure(former, entry, book, now);
    }
    before.outcome().ifPresent(end -> assertThat(step.state().outcome()).as("I9").contains(end));
    before.breach().ifPresent(why -> assertThat(step.state().breach()).as("I8").contains(why));
  }

  private void enter(Ack ack) {
    Book book = books.get(ack.cluster());
    if (book == null || book.dispatched.isPresent()) {
      return;
    }
    if (ack.refusal().isPresent()) {
      book.refused = book.refused.or(() -> Optional.of(ack.at()));
      book.lastLook = ack.at();
    } else {
      book.dispatched = Optional.of(ack.at());
      book.attempt = ack.attempt();
    }
  }

  private void enter(Report report, Instant now) {
    Book book = books.get(report.cluster());
    if (book == null || book.dispatched.isEmpty() || report.attempt() != book.attempt) {
      return;
    }
    Instant floor = book.dispatched.get();
    Instant capped = report.observedAt().isAfter(now) ? now : report.observedAt();
    Instant at = capped.isBefore(floor) ? floor : capped;
    boolean same = report.contentHash().equals(spec.version().contentHash());
    book.news.add(new News(at, same ? report.verdict() : Verdict.SILENT));
    looked(report.cluster(), at);
  }

  private void looked(String cluster, Instant at) {
    Book book = books.get(cluster);
    if (book != null && at.isAfter(book.lastLook)) {
      book.lastLook = at;
    }
  }

  private static void finalStaysFinal(Optional<ClusterState> former, ClusterState entry) {
    former
        .filter(state -> state.stage().isFinal())
        .ifPresent(
            state ->
                assertThat(entry.stage()).as("I9 of " + entry.cluster()).isEqualTo(state.stage()));
  }

  private void success(Optional<ClusterState> former, ClusterState entry, Book book, Instant now) {
    if (entry.stage() != Stage.SOAKING && entry.stage() != Stage.SUCCEEDED) {
      return;
    }
    assertThat(book.dispatched).as("I5: dispatch of " + entry.cluster()).isPresent();
    assertThat(book.news)
        .as("I5: good news of " + entry.cluster())
        .anyMatch(news -> news.verdict() == Verdict.POSITIVE);
    boolean before = former.filter(state -> state.stage() == Stage.SUCCEEDED).isPresent();
    if (entry.stage() == Stage.SUCCEEDED && !before && !book.everIgnored) {
      Duration soak = spec.soak(false);
      assertThat(
              IntStream.range(0, book.news.size()).anyMatch(i -> soaked(i, book.news, soak, now)))
          .as("I6: soak of %s among %s", entry.cluster(), book.news)
          .isTrue();
    }
  }

  /** Whether good news stood for a whole soak, with no bad news in between of all that is known. */
  private static boolean soaked(int index, List<News> all, Duration soak, Instant now) {
    Instant start = all.get(index).at();
    for (News earlier : all.subList(0, index)) {
      boolean bad = earlier.verdict() == Verdict.NEGATIVE;
      start = bad && earlier.at().isAfter(start) ? earlier.at() : start;
    }
    Instant end = start.plus(soak);
    return all.get(index).verdict() == Verdict.POSITIVE
        && !end.isAfter(now)
        && all.subList(index, all.size()).stream()
            .filter(news -> news.verdict() == Verdict.NEGATIVE)
            .noneMatch(news -> news.at().isBefore(end));
  }

  private void failure(Optional<ClusterState> former, ClusterState entry, Book book, Instant now) {
    boolean before = former.filter(state -> state.stage().isFailure()).isPresent();
    if (before || !entry.stage().isFailure()) {
      return;
    }
    assertThat(spec.strategy().progressDeadline()).as("I7: a deadline").isPresent();
    Optional<Instant> clock = book.dispatched.or(() -> book.refused);
    assertThat(clock).as("I7: clock of " + entry.cluster()).isPresent();
    Instant expiry = clock.get().plus(spec.strategy().progressDeadline().get());
    assertThat(expiry).as("I7: expiry of " + entry.cluster()).isBeforeOrEqualTo(now);
    assertThat(book.lastLook).as("I7: look at " + entry.cluster()).isAfterOrEqualTo(expiry);
    boolean bad = book.news.stream().anyMatch(news -> news.verdict() == Verdict.NEGATIVE);
    assertThat(entry.stage())
        .as("I7: bad news of " + entry.cluster())
        .isEqualTo(bad ? Stage.FAILED : Stage.TIMED_OUT);
  }
}
