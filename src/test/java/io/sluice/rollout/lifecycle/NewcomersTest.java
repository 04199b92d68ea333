package io.sluice.rollout.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Replica;
import io.sluice.rollout.FleetView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks which clusters count as new (rollout-strategy 3.7 and 6.3). */
class NewcomersTest {
  private static final FleetView FLEET =
      FleetView.of(
          List.of(new DecisionGroup(new GroupKey("p", "dev", 0), List.of("d2", "d10", "d1"))));

  private static final Set<String> NONE = Set.of();

  static Replica replica(String cluster, String content, Dispatch.As as, long generation) {
    return new Replica(
        new PolicyName("retail", "tls"),
        cluster,
        "1",
        content,
        Optional.ofNullable(as)
            .map(
                given ->
                    new Dispatch(
                        "u7", 7, generation, given, Instant.EPOCH, Instant.EPOCH, Map.of())),
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static List<String> newcomers(
      Set<String> listed, Set<String> omitted, Replica... replicas) {
    return found(listed, omitted, replicas).joined();
  }

  private static Newcomers found(Set<String> listed, Set<String> omitted, Replica... replicas) {
    return Newcomers.of(
        FLEET,
        List.of(replicas),
        4,
        replica -> replica.contentHash().equals("v4"),
        listed,
        omitted::contains);
  }

  @Test
  void aClusterWithoutTheVersionOrOnlyInformingIsNew() {
    assertThat(
            newcomers(
                Set.of(),
                NONE,
                replica("d1", "v4", Dispatch.As.DISPATCHED, 4),
                replica("d2", "v4 as inform", Dispatch.As.PENDING, 4)))
        .containsExactly("d10", "d2");
  }

  @Test
  void aClusterWithTheVersionIsNotNewHoweverItGotIt() {
    assertThat(
            newcomers(
                Set.of(),
                NONE,
                replica("d1", "v4", null, 0),
                replica("d10", "v4", Dispatch.As.DISPATCHED, 3),
                replica("d2", "v4", Dispatch.As.PENDING, 4)))
        .isEmpty();
  }

  @Test
  void aClusterThatWasDispatchedAndEditedByHandIsNotNew() {
    assertThat(
            newcomers(
                Set.of("d2", "d10"), NONE, replica("d1", "edited", Dispatch.As.DISPATCHED, 4)))
        .isEmpty();
    assertThat(newcomers(Set.of("d2", "d10"), NONE, replica("d1", "v3", Dispatch.As.DISPATCHED, 3)))
        .containsExactly("d1");
  }

  @Test
  void aClusterThatCouldNeverBeWrittenIsNotNew() {
    assertThat(newcomers(Set.of("d1", "d2"), NONE)).containsExactly("d10");
  }

  /** A list that was cut holds back those alone of which it cannot be known. */
  @Test
  void aClusterThatMayHaveBeenCutFromTheListIsNotNew() {
    assertThat(found(Set.of("d1"), Set.of("d10")))
        .isEqualTo(new Newcomers(List.of("d2"), List.of("d10")));
  }

  @Test
  void nothingIsUndecidedOfAClusterThatIsListedOrHasTheVersion() {
    assertThat(
            found(
                Set.of("d1"),
                Set.of("d1", "d2", "d10"),
                replica("d2", "v4", Dispatch.As.DISPATCHED, 4),
                replica("d10", "edited", Dispatch.As.DISPATCHED, 4)))
        .isEqualTo(new Newcomers(List.of(), List.of()));
  }
}
