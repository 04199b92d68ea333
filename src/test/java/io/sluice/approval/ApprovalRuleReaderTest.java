package io.sluice.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.SettingsReading;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads rules of approvals, with all their problems. */
class ApprovalRuleReaderTest {
  private static SettingsReading<List<ApprovalRule>> read(String json) {
    return ApprovalRuleReader.read(PayloadJson.read(json.replace('\'', '"'), Object.class));
  }

  private static List<String> problems(SettingsReading<List<ApprovalRule>> reading) {
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems()).extracting(Problem::reason).containsOnly("ApprovalRulesInvalid");
    return reading.problems().stream()
        .map(Problem::sentences)
        .map(text -> text.replace('"', '\''))
        .toList();
  }

  @Test
  void everySettingIsRead() {
    assertThat(
            read("""
                [{'groups': ['prod', 'ungrouped'], 'required': 2,
                  'notBefore': '2026-12-01T09:00:00+01:00', 'expiresAfter': '72h',
                  'boundTo': 'Version', 'separateAuthor': true, 'from': ['sre', 'admins']}]
                """)
                .value())
        .contains(
            List.of(
                new ApprovalRule(
                    Optional.of(List.of("prod", "ungrouped")),
                    2,
                    Optional.of(Instant.parse("2026-12-01T08:00:00Z")),
                    Optional.of(Duration.ofHours(72)),
                    ApprovalBinding.VERSION,
                    true,
                    List.of("sre", "admins"))));
  }

  @Test
  void whatIsAbsentHasItsDefault() {
    assertThat(read("[{}]").value())
        .contains(
            List.of(
                new ApprovalRule(
                    Optional.empty(),
                    1,
                    Optional.empty(),
                    Optional.empty(),
                    ApprovalBinding.CONTENT,
                    false,
                    List.of())));
    assertThat(ApprovalRuleReader.read(null).value()).contains(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'required': 0} | .required is 0, not a whole number from 1 to 50. Write one such as 2.",
        "{'required': 51} | .required is 51, not a whole number from 1 to 50. Write one such as 2.",
        "{'groups': []} | .groups names no group. Name groups, or remove it for all.",
        "{'groups': 'prod'} | .groups is 'prod', not a list of names. List names of groups.",
        "{'notBefore': '2026-12-01T08:00'} | .notBefore is '2026-12-01T08:00', not a time with its"
            + " offset. Write one such as '2026-12-01T22:00:00+01:00'.",
        "{'expiresAfter': '59s'} | .expiresAfter is '59s', not a duration from 1m to 8760h. Write"
            + " one such as '72h'.",
        "{'expiresAfter': '8761h'} | .expiresAfter is '8761h', not a duration from 1m to 8760h."
            + " Write one such as '72h'.",
        "{'boundTo': 'content'} | .boundTo is 'content', neither Version nor Content nor Any. Write"
            + " one of them.",
        "{'separateAuthor': 'yes'} | .separateAuthor is 'yes', neither true nor false. Write one of"
            + " them.",
        "{'from': [1]} | .from is [1], not a list of names. List groups of the API server.",
        "3 | is 3, not an object. Write one such as {required: 2}."
      })
  void whatIsWrongIsNamed(String rule, String sentences) {
    String between = sentences.startsWith(".") ? "" : " ";
    assertThat(problems(read("[" + rule + "]")))
        .containsExactly("Rollout spec.approvalRules[0]" + between + sentences);
  }

  @Test
  void tooManyRulesAndGroupsOfUsersAreRefused() {
    assertThat(problems(ApprovalRuleReader.read(Collections.nCopies(51, Map.of()))))
        .containsExactly(
            "Rollout spec.approvalRules has 51 entries, more than 50. Let one rule cover several"
                + " groups.");
    assertThat(
            problems(
                ApprovalRuleReader.read(List.of(Map.of("from", Collections.nCopies(51, "a"))))))
        .containsExactly(
            "Rollout spec.approvalRules[0].from has 51 entries, more than 50. Name a group that has"
                + " their members.");
  }

  @Test
  void aFieldThatIsUnknownIsWarnedOf() {
    assertThat(read("[{'require': 2}]").warnings())
        .containsExactly(
            "Rollout spec.approvalRules[0].require is no setting of an approval rule. Remove it.");
  }

  @Test
  void aGroupThatNoPlacementDeclaresIsNamed() {
    DeclaredGroups declared = DeclaredGroups.of(List.of(new GroupKey("all", "prod", 0)), 1);
    assertThat(
            ApprovalRuleReader.problems(
                read("[{'groups': ['prd', 'ungrouped', 'prod']}]"), declared))
        .extracting(problem -> problem.sentences().replace('"', '\''))
        .containsExactly(
            "Rollout spec.approvalRules[0].groups[0] is 'prd', which no bound placement declares."
                + " Use one of: prod.");
  }
}
