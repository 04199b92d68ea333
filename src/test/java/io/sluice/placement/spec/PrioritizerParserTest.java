package io.sluice.placement.spec;

import static io.sluice.placement.spec.ParsedSpec.faults;
import static io.sluice.placement.spec.ParsedSpec.parse;
import static io.sluice.placement.spec.ParsedSpec.valid;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrioritizerParserTest {
  private static final ScoreCoordinate STEADY = ScoreCoordinate.builtIn(Prioritizer.STEADY);
  private static final ScoreCoordinate BALANCE = ScoreCoordinate.builtIn(Prioritizer.BALANCE);

  @Test
  void additiveStartsFromSteadyAndBalance() {
    assertThat(weights("Additive", built("ResourceAllocatableCPU", "3")))
        .isEqualTo(
            Map.of(STEADY, 1, BALANCE, 1, ScoreCoordinate.builtIn(Prioritizer.ALLOCATABLE_CPU), 3));
  }

  @Test
  void exactStartsFromNothing() {
    assertThat(weights("Exact", "")).isEmpty();
    assertThat(weights("Exact", built("Balance", "2"))).isEqualTo(Map.of(BALANCE, 2));
  }

  @Test
  void aConfigurationReplacesTheWeightAndTheLastOneCounts() {
    assertThat(weights("Additive", built("Steady", "5") + "," + built("Steady", "3")))
        .isEqualTo(Map.of(STEADY, 3, BALANCE, 1));
    String score =
        "{scoreCoordinate: {type: 'AddOn', addOn: {resourceName: 'r', scoreName: 's'}}%s}";
    assertThat(weights("Exact", score.formatted(", weight: 4") + "," + score.formatted("")))
        .isEqualTo(Map.of(ScoreCoordinate.addOn("r", "s"), 1));
  }

  @Test
  void weightZeroSwitchesOffButIsChecked() {
    assertThat(weights("Additive", built("Balance", "0"))).isEqualTo(Map.of(STEADY, 1));
    assertThat(faultsOf(built("Spread", "0"))).hasSize(1);
  }

  @Test
  void anUnknownPrioritizerIsToldTheKnownOnes() {
    assertThat(parse(policy("Additive", built("Spread", "1"))).faults())
        .extracting(Problem::remedy)
        .containsExactly(
            "Use Steady, Balance, ResourceAllocatableCPU or ResourceAllocatableMemory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{weight: 1}",
        "{scoreCoordinate: {type: 'BuiltIn'}}",
        "{scoreCoordinate: {builtIn: 'Spread'}}",
        "{scoreCoordinate: {builtIn: 'AddOn'}}",
        "{scoreCoordinate: {type: 'Addon', builtIn: 'Steady'}}",
        "{scoreCoordinate: {type: 'AddOn', addOn: {resourceName: 'r'}}}",
        "{scoreCoordinate: {type: 'AddOn', addOn: {scoreName: 's'}}}",
        "{scoreCoordinate: {builtIn: 'Steady'}, weight: 11}",
        "{scoreCoordinate: {builtIn: 'Steady'}, weight: 1.5}",
        "{scoreCoordinate: {builtIn: 'Steady'}, weight: '1'}"
      })
  void theseAreFaults(String configuration) {
    assertThat(faultsOf(configuration)).hasSize(1);
  }

  @Test
  void anotherModeIsAFault() {
    assertThat(faults("{prioritizerPolicy: {mode: 'exact'}}")).hasSize(1);
  }

  @Test
  void aNegativeSteadyWeightIsAWarning() {
    assertThat(parse(policy("Additive", built("Steady", "-1"))).warnings())
        .containsExactly(
            "spec.prioritizerPolicy gives Steady the weight -1, so that every evaluation undoes the last one. Give it 0 or more.");
    assertThat(parse(policy("Additive", built("Balance", "-1"))).warnings()).isEmpty();
  }

  private static Map<ScoreCoordinate, Integer> weights(String mode, String configurations) {
    return valid(policy(mode, configurations)).weights().byCoordinate();
  }

  private static List<String> faultsOf(String configuration) {
    return faults(policy("Additive", configuration));
  }

  private static String built(String name, String weight) {
    return "{scoreCoordinate: {builtIn: '%s'}, weight: %s}".formatted(name, weight);
  }

  private static String policy(String mode, String configurations) {
    return "{prioritizerPolicy: {mode: '%s', configurations: [%s]}}"
        .formatted(mode, configurations);
  }
}
