package io.sluice.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeldInputsTest {
  private static final PolicyVersion VERSION = new PolicyVersion("u1", 4, "v4");
  private static final GateLabels HELD = new GateLabels(true, "", true);
  private static final HeldInputs SECOND = new HeldInputs(2);

  @Test
  void theAnnotationKeepsTheNumber() {
    assertThat(HeldInputs.of(Map.of())).isEqualTo(new HeldInputs(0));
    assertThat(HeldInputs.of(Map.of(HeldInputs.ANNOTATION, "12"))).isEqualTo(new HeldInputs(12));
    assertThat(HeldInputs.of(Map.of(HeldInputs.ANNOTATION, "-1"))).isEqualTo(new HeldInputs(0));
    assertThat(HeldInputs.of(Map.of(HeldInputs.ANNOTATION, "two"))).isEqualTo(new HeldInputs(0));
    assertThat(SECOND.next()).isEqualTo(new HeldInputs(3));
  }

  @Test
  void aClusterThatTookThemAndIsHeldWaitsForTheNext() {
    assertThat(SECOND.overtaken(replica("c"), HELD, VERSION, entry("v4", 2, "c"))).isTrue();
  }

  @Test
  void nothingElseIsAnotherInput() {
    assertThat(SECOND.overtaken(replica("c"), HELD, VERSION, Optional.empty()))
        .as("took nothing")
        .isFalse();
    assertThat(SECOND.overtaken(replica("c"), HELD, VERSION, entry("v3", 2, "c")))
        .as("has a former version, and waits for this one")
        .isFalse();
    assertThat(SECOND.overtaken(replica("c"), HELD, VERSION, entry("v4", 1, "c")))
        .as("waits for the inputs that have their number already")
        .isFalse();
    assertThat(SECOND.overtaken(replica("d"), HELD, VERSION, entry("v4", 2, "c")))
        .as("holds something else than it took")
        .isFalse();
    assertThat(
            SECOND.overtaken(
                replica("c"), new GateLabels(true, "", false), VERSION, entry("v4", 2, "c")))
        .as("is not held")
        .isFalse();
    assertThat(
            SECOND.overtaken(
                replica("c"), new GateLabels(true, "7", true), VERSION, entry("v4", 2, "c")))
        .as("has a ticket")
        .isFalse();
  }

  private static Optional<LedgerEntry> entry(String version, long inputs, String content) {
    return Optional.of(new LedgerEntry(version, inputs, content, 1));
  }

  private static Replica replica(String content) {
    return new Replica(
        new PolicyName("retail", "tls"),
        "c1",
        "1",
        content,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
