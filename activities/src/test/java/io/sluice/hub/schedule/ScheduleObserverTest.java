package io.sluice.hub.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.Yaml;
import io.sluice.hub.crd.RolloutSpec;
import io.sluice.hub.crd.RolloutSpecReader;
import io.sluice.policy.Problem;
import io.sluice.schedule.ScheduleTimes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which calendars bind a Rollout, and what is wrong with them (between-waves 2, C9). */
class ScheduleObserverTest {
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final String FREEZE = "{name: peak, from: '2026-11-26', to: '2026-12-27'}";
  private static final String BAD = "{name: night, cron: '0 25 * * *', window: 1h}";

  private final List<GenericKubernetesResource> named = new ArrayList<>();
  private final List<GenericKubernetesResource> ofCluster = new ArrayList<>();
  private Map<String, String> policy = Map.of();
  private Map<String, String> namespace = Map.of();
  private boolean served = true;
  private int namespaceReads;

  private void calendar(String name, String spec) {
    named.add(
        Yaml.object(
            "{kind: RolloutCalendar, metadata: {name: %s, namespace: retail, uid: u-%s, generation: 1}, spec: %s}"
                .formatted(name, name, spec)));
  }

  private void ofCluster(String name, long generation, String spec) {
    ofCluster.add(
        Yaml.object(
            "{kind: ClusterRolloutCalendar, metadata: {name: %s, uid: u-%s, generation: %d}, spec: %s}"
                .formatted(name, name, generation, spec)));
  }

  private ScheduleObserver observer(String schedule) {
    Optional<GenericKubernetesResource> rollout =
        Optional.of(schedule)
            .filter(text -> !text.isEmpty())
            .map(
                text ->
                    Yaml.object(
                        "{kind: Rollout, metadata: {name: policy-tls, namespace: retail}, spec: {schedule: %s}}"
                            .formatted(text)));
    return new ScheduleObserver(
        rollout,
        rollout.map(RolloutSpecReader::of).orElseGet(RolloutSpec::new),
        new CalendarObjects(
            served ? Optional.of(named) : Optional.empty(),
            ofCluster,
            () -> {
              namespaceReads++;
              return namespace;
            }),
        policy);
  }

  private Optional<ScheduleTimes> times(String schedule) {
    return observer(schedule)
        .times(
            List.of(new DecisionGroup(new GroupKey("p", "prod", 0), List.of("c1"))), List::of, NOW);
  }

  private boolean open(String schedule) {
    return times(schedule).map(times -> times.open("c1", NOW)).orElse(true);
  }

  private List<String> problems(String schedule) {
    return observer(schedule).problems(NOW).stream().map(Problem::sentences).toList();
  }

  @Test
  void aCalendarHoldsTheRolloutsThatNameItAlone() {
    calendar("retail", "{freezes: [%s]}".formatted(FREEZE));

    assertThat(open("{calendars: [{name: retail}]}")).isFalse();
    assertThat(
            times("{calendars: [{name: retail}]}")
                .orElseThrow()
                .closed("c1", NOW)
                .orElseThrow()
                .rule()
                .calendar())
        .contains("retail");
    assertThat(open("{windows: []}")).isTrue();
    assertThat(times("")).isEmpty();
  }

  @Test
  void aCalendarThatIsMissingIsNamedWithThoseThatAreThere() {
    calendar("retail", "{}");

    assertThat(problems("{calendars: [{name: retial}]}"))
        .containsExactly(
            "Rollout spec.schedule.calendars[0].name is \"retial\", and the namespace has no"
                + " RolloutCalendar of that name. Create it, or name one of: retail.");
    assertThat(times("{calendars: [{name: retial}]}")).isEmpty();
  }

  @Test
  void withoutTheKindWhoNamesACalendarIsToldAndNobodyElse() {
    served = false;

    assertThat(problems("{calendars: [{name: retail}]}"))
        .containsExactly(
            "Rollout spec.schedule.calendars names calendars, and the hub has no kind"
                + " RolloutCalendar. Run kubectl apply -f deploy/crds.");
    assertThat(problems("{freezes: [%s]}".formatted(FREEZE))).isEmpty();
    assertThat(problems("")).isEmpty();
  }

  @Test
  void whatIsWrongWithACalendarNamesItAndTheRule() {
    calendar("retail", "{windows: [%s]}".formatted(BAD));
    ofCluster("all", 1, "{windows: [%s]}".formatted(BAD));

    assertThat(problems("{calendars: [{name: retail}]}"))
        .hasSize(2)
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith(
                        "RolloutCalendar retail/retail spec.windows[0].cron of window night"))
        .anySatisfy(
            text ->
                assertThat(text)
                    .startsWith("ClusterRolloutCalendar all spec.windows[0].cron of window night"));
    assertThat(observer("{calendars: [{name: retail}]}").problems(NOW))
        .extracting(Problem::reason)
        .containsOnly("CalendarInvalid");
  }

  @Test
  void aCalendarOfTheClusterBindsWhatItSelectsWhetherThatNamesItOrNot() {
    ofCluster(
        "year-end",
        1,
        "{freezes: [%s], namespaceSelector: {matchLabels: {env: prod}}, policySelector: {matchLabels: {tier: web}}}"
            .formatted(FREEZE));

    assertThat(open("")).isTrue();
    namespace = Map.of("env", "prod");
    assertThat(open("")).isTrue();
    policy = Map.of("tier", "web");
    assertThat(open("")).isFalse();
    assertThat(open("{windows: []}")).isFalse();
  }

  @Test
  void oneThatCannotBeUsedStopsOnlyWhatItSelects() {
    ofCluster(
        "bad", 1, "{windows: [%s], policySelector: {matchLabels: {tier: web}}}".formatted(BAD));

    assertThat(problems("")).isEmpty();
    assertThat(times("")).isEmpty();
    policy = Map.of("tier", "web");
    assertThat(problems("")).hasSize(1);
  }

  @Test
  void aSelectorThatCannotBeReadSelectsAll() {
    ofCluster("bad", 1, "{freezes: [%s], policySelector: {matchLabels: 5}}".formatted(FREEZE));

    assertThat(problems("")).hasSize(1);
  }

  @Test
  void theNamespaceIsReadOnlyWhereACalendarSelectsByIt() {
    ofCluster("all", 1, "{freezes: [%s]}".formatted(FREEZE));

    assertThat(open("")).isFalse();
    assertThat(namespaceReads).isZero();
  }

  @Test
  void anotherStateOfACalendarShows() {
    ofCluster("all", 1, "{windows: [{name: n, cron: '0 22 * * *', window: 1h}]}");
    String before = times("").orElseThrow().calendars();
    assertThat(times("").orElseThrow().calendars()).isEqualTo(before).isNotEmpty();

    ofCluster.clear();
    ofCluster("all", 2, "{windows: [{name: n, cron: '0 23 * * *', window: 1h}]}");
    assertThat(times("").orElseThrow().calendars()).isNotEqualTo(before);
    assertThat(times("{windows: []}").map(ScheduleTimes::calendars)).isPresent();
  }
}
