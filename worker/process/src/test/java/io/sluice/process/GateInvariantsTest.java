package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.process.ObservedWrite.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GateInvariantsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WORKER = "worker";
  private static final String PROPAGATOR = "propagator";

  private final List<ObservedWrite> writes = new ArrayList<>();
  private Optional<State> replica = Optional.empty();

  /** A replica of before the gate, and a Rollout in which dev is approved. */
  @BeforeEach
  void begin() {
    replica(PROPAGATOR, Map.of(), "one");
    replica(PROPAGATOR, Map.of("sluice.io/staged", "true"), "one");
    rollout("dev");
  }

  private void rollout(String approved) {
    Map<String, Object> spec =
        Map.of(
            "rolloutStrategy",
            Map.of("type", "manualPerGroup"),
            "decisionGroups",
            List.of(Map.of("groupName", approved, "rolloutApproved", true)));
    writes.add(
        new ObservedWrite(
            "ann",
            "Rollout",
            "policies",
            "policy-web",
            Optional.empty(),
            Optional.of(state(Map.of(), spec))));
  }

  private void replica(String user, Map<String, String> labels, String content) {
    Optional<State> after = Optional.of(state(labels, Map.of("content", content)));
    writes.add(new ObservedWrite(user, "Policy", "d1", "policies.web", replica, after));
    replica = after;
  }

  private static State state(Map<String, String> labels, Map<String, Object> spec) {
    return State.of(JSON.valueToTree(Map.of("metadata", Map.of("labels", labels), "spec", spec)));
  }

  private static Map<String, String> ticket(String attempt) {
    return Map.of("sluice.io/staged", "true", "sluice.io/release", attempt);
  }

  private void staged(String user, String content) {
    replica(user, Map.of("sluice.io/staged", "true"), content);
  }

  private void released(String attempt, String content) {
    replica(WORKER, ticket(attempt), content(replica));
    staged(PROPAGATOR, content);
  }

  private static String content(Optional<State> state) {
    return state.orElseThrow().spec().path("content").asText();
  }

  private void check() {
    new GateInvariants("policies", WORKER, Map.of("d1", "dev")).check(writes, Set.of("d1"));
  }

  private void isBreach(String what) {
    assertThatThrownBy(this::check).isInstanceOf(AssertionError.class).hasMessageContaining(what);
  }

  @Test
  void aWriteByATicketAndFormerContentAreInOrder() {
    released("1", "two");
    staged(WORKER, "one");

    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @Test
  void aVersionWithoutATicketIsABreach() {
    released("1", "two");
    staged(PROPAGATOR, "three");

    isBreach("d1: propagator wrote it without a ticket");
  }

  @Test
  void aTicketForAGroupThatIsNotApprovedIsABreach() {
    rollout("prod");
    rollout("prod");
    released("1", "two");

    isBreach("d1: got ticket 1 before its turn");
  }

  @Test
  void aTicketOfAnybodyElseIsABreach() {
    replica(PROPAGATOR, ticket("1"), "one");
    staged(PROPAGATOR, "two");

    isBreach("d1: propagator wrote a ticket");
  }

  @Test
  void twoWritesByTicketsOfOneAttemptAreABreach() {
    released("1", "two");
    released("1", "three");

    isBreach("d1: was written twice by tickets of attempt 1");
  }

  @Test
  void aTicketThatIsLeftIsABreach() {
    released("1", "two");
    replica(WORKER, ticket("2"), "two");

    isBreach("d1: ticket 2 was neither used nor taken back");
  }

  @Test
  void contentOfTheWorkersOwnIsABreach() {
    released("1", "two");
    staged(WORKER, "three");

    isBreach("d1: the worker wrote what no cluster had");
  }

  @Test
  void aRolloutWithoutAnyWriteProvesNothing() {
    isBreach("writes by a ticket");
  }
}
