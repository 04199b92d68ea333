package io.sluice.schedule;

import static java.util.Objects.requireNonNullElse;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Holds when the clusters of an attempt may start, as far as it is known (between-waves C7).
 *
 * <p>The activity that observes the hub has it evaluated; a workflow only compares instants with
 * it. So no step and no replay needs zone data: what is shown in local time has its offset here.
 *
 * <p>All methods are defined for any data: what is not known is closed.
 *
 * @param from when it was evaluated
 * @param until known up to here, exclusive: 14 days, or less where there are many changes
 * @param rules the rules that open or hold, each once; changes name them by their index
 * @param courses each cluster is in one course; the one with an empty list of clusters is that of
 *     all others
 * @param ignored the attempt that calendars do not hold ({@code spec.schedule.ignore}, C8)
 * @param tzdb version of the zone data
 * @param calendars stands for the calendars that were evaluated besides the Rollout's own, as they
 *     were: another value means other ones, or that one was changed; empty: none
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record ScheduleTimes(
    Instant from,
    Instant until,
    List<Rule> rules,
    List<Course> courses,
    Optional<Ignored> ignored,
    String tzdb,
    String calendars) {
  /** The longest time that is evaluated (C7). */
  public static final Duration HORIZON = Duration.ofDays(14);

  /** Nothing restricts any cluster, ever. */
  public static final ScheduleTimes UNRESTRICTED =
      new ScheduleTimes(
          Instant.EPOCH,
          Instant.parse("9999-01-01T00:00:00Z"),
          List.of(),
          List.of(new Course(List.of(), List.of(new Change(Instant.EPOCH, true, -1, 0)))),
          Optional.empty(),
          "");

  private static final Rule UNKNOWN =
      new Rule(Kind.UNKNOWN, Optional.empty(), "", "UTC", Optional.empty(), 0, Optional.empty());
  private static final Duration REFRESH_BEFORE = Duration.ofDays(1);
  private static final Duration LEAST_BETWEEN = Duration.ofMinutes(1);

  public ScheduleTimes {
    from = requireNonNullElse(from, Instant.EPOCH);
    until = requireNonNullElse(until, from);
    rules = List.copyOf(requireNonNullElse(rules, List.of()));
    courses = CourseList.of(requireNonNullElse(courses, List.of()));
    ignored = requireNonNullElse(ignored, Optional.empty());
    tzdb = requireNonNullElse(tzdb, "");
    calendars = requireNonNullElse(calendars, "");
  }

  /** Holds the times of a Rollout's own schedule. */
  public ScheduleTimes(
      Instant from,
      Instant until,
      List<Rule> rules,
      List<Course> courses,
      Optional<Ignored> ignored,
      String tzdb) {
    this(from, until, rules, courses, ignored, tzdb, "");
  }

  /** Returns the same, evaluated with calendars for which that stands. */
  public ScheduleTimes of(String others) {
    return new ScheduleTimes(from, until, rules, courses, ignored, tzdb, others);
  }

  /** Returns whether the cluster may start now; not where that is not known. */
  public boolean open(String cluster, Instant now) {
    return now.isBefore(until)
        && courseOf(cluster).flatMap(course -> course.at(now)).filter(Change::open).isPresent();
  }

  /** Returns what holds the cluster now; empty if it may start. */
  public Optional<Closed> closed(String cluster, Instant now) {
    if (open(cluster, now)) {
      return Optional.empty();
    }
    Optional<Course> course = courseOf(cluster);
    Rule holding =
        now.isBefore(until)
            ? course.flatMap(known -> known.at(now)).flatMap(this::ruleOf).orElse(UNKNOWN)
            : UNKNOWN;
    Optional<Change> opens = course.flatMap(known -> next(known, now, true));
    return Optional.of(
        new Closed(
            holding,
            opens,
            opens.flatMap(opening -> next(course.orElseThrow(), opening.at(), false))));
  }

  Optional<Course> courseOf(String cluster) {
    return ((CourseList) courses).of(cluster);
  }

  private Optional<Change> next(Course course, Instant now, boolean open) {
    return course.changes().stream()
        .filter(change -> change.at().isAfter(now) && change.at().isBefore(until))
        .filter(change -> change.open() == open)
        .findFirst();
  }

  /** Returns the rule that opens or holds since this change; empty if nothing restricts. */
  public Optional<Rule> ruleOf(Change change) {
    return change.rule() >= 0 && change.rule() < rules.size()
        ? Optional.of(rules.get(change.rule()))
        : Optional.empty();
  }

  /** Returns when anything changes next for any cluster; empty if nothing is known to. */
  public Optional<Instant> nextChange(Instant now) {
    return courses.stream()
        .flatMap(course -> course.after(now).stream())
        .map(Change::at)
        .min(Comparator.naturalOrder())
        .filter(at -> at.isBefore(until));
  }

  /**
   * Returns when it has to be evaluated anew: a day before the end of what is known, so that a hub
   * that cannot be read then closes nothing; at half time where less than two days are known, and
   * never sooner than after a minute.
   */
  public Instant refreshAt() {
    Duration known = Duration.between(from, until);
    Duration half = known.dividedBy(2);
    Duration margin = half.compareTo(REFRESH_BEFORE) < 0 ? half : REFRESH_BEFORE;
    Duration wait = known.minus(margin);
    return from.plus(wait.compareTo(LEAST_BETWEEN) < 0 ? LEAST_BETWEEN : wait);
  }

  /** Returns whether calendars do not hold the attempt of this UID (C8). */
  public boolean isIgnored(String rolloutUid) {
    return ignored.filter(attempt -> attempt.rolloutUid().equals(rolloutUid)).isPresent();
  }

  /** States what kind of rule opens or holds. */
  public enum Kind {
    @JsonProperty("startAt")
    START_AT,
    /** It opens, or it is outside of it that clusters are held. */
    @JsonProperty("window")
    WINDOW,
    @JsonProperty("freeze")
    FREEZE,
    /** Nothing is known of this time: it has to be evaluated anew. */
    @JsonProperty("unknown")
    UNKNOWN
  }

  /**
   * Identifies a rule, with what is shown of it.
   *
   * @param calendar name of its calendar; absent: the Rollout's own
   * @param zone id of its zone
   * @param to end of a freeze, or {@code startAt}
   * @param toOffset offset of the zone at {@code to}, in seconds
   * @param reason of a freeze, as written
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record Rule(
      Kind kind,
      Optional<String> calendar,
      String name,
      String zone,
      Optional<Instant> to,
      int toOffset,
      Optional<String> reason) {
    public Rule {
      kind = requireNonNullElse(kind, Kind.UNKNOWN);
      calendar = requireNonNullElse(calendar, Optional.empty());
      name = requireNonNullElse(name, "");
      zone = requireNonNullElse(zone, "UTC");
      to = requireNonNullElse(to, Optional.empty());
      reason = requireNonNullElse(reason, Optional.empty());
    }

    /** Returns {@code to} in local time; empty if it has none. */
    public Optional<OffsetDateTime> localTo() {
      return to.map(instant -> local(instant, toOffset));
    }
  }

  /**
   * Holds the changes of clusters to which the same rules apply.
   *
   * @param changes in the order of time; the first is what was so when it was evaluated
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record Course(List<String> clusters, List<Change> changes) {
    public Course {
      clusters = List.copyOf(requireNonNullElse(clusters, List.of()));
      changes =
          requireNonNullElse(changes, List.<Change>of()).stream()
              .sorted(Comparator.comparing(Change::at))
              .toList();
    }

    /** Returns the last change that is not after this instant. */
    Optional<Change> at(Instant now) {
      int after = indexAfter(now);
      return after == 0 ? Optional.empty() : Optional.of(changes.get(after - 1));
    }

    /** Returns the first change after this instant. */
    Optional<Change> after(Instant now) {
      int after = indexAfter(now);
      return after == changes.size() ? Optional.empty() : Optional.of(changes.get(after));
    }

    private int indexAfter(Instant now) {
      int low = 0;
      int high = changes.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (changes.get(middle).at().isAfter(now)) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }
  }

  /**
   * Says what is so from an instant on; an array in JSON, as there may be thousands.
   *
   * @param rule index of what opens it (-1: nothing restricts it) or holds it
   * @param offset of the rule's zone then, in seconds
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  @JsonPropertyOrder({"at", "open", "rule", "offset"})
  public record Change(Instant at, boolean open, int rule, int offset) {
    public Change {
      at = requireNonNullElse(at, Instant.EPOCH);
    }

    /** Returns when it is so, in local time of the rule. */
    public OffsetDateTime local() {
      return ScheduleTimes.local(at, offset);
    }
  }

  /**
   * Holds {@code spec.schedule.ignore}.
   *
   * @param by the field manager; absent: unknown
   * @param at when it was written; absent: unknown
   */
  @JsonInclude(JsonInclude.Include.NON_DEFAULT)
  public record Ignored(
      @JsonProperty("rolloutUID") String rolloutUid,
      Optional<String> by,
      Optional<Instant> at,
      Optional<String> reason) {
    public Ignored {
      rolloutUid = requireNonNullElse(rolloutUid, "");
      by = requireNonNullElse(by, Optional.empty());
      at = requireNonNullElse(at, Optional.empty());
      reason = requireNonNullElse(reason, Optional.empty());
    }
  }

  /**
   * Says what holds a cluster.
   *
   * @param rule that holds it: a freeze or {@code startAt}, and of several the one that ends last;
   *     else the window that opens next, of the calendar that opens last; or {@link Kind#UNKNOWN}
   * @param opens when it may start; absent: not within what is known
   * @param closes when it may start no more after that; absent: not within what is known
   */
  public record Closed(Rule rule, Optional<Change> opens, Optional<Change> closes) {
    public Closed {
      rule = requireNonNullElse(rule, UNKNOWN);
      opens = requireNonNullElse(opens, Optional.empty());
      closes = requireNonNullElse(closes, Optional.empty());
    }
  }

  private static OffsetDateTime local(Instant instant, int offset) {
    int limit = ZoneOffset.MAX.getTotalSeconds();
    return instant.atOffset(ZoneOffset.ofTotalSeconds(Math.max(-limit, Math.min(offset, limit))));
  }
}
