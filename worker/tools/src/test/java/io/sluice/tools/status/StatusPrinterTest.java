package io.sluice.tools.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.terminal.DisplayWidth;
import io.sluice.tools.terminal.TerminalStyle;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StatusPrinterTest {
  private static final Instant NOW = Instant.parse("2026-02-03T13:00:00Z");

  @Test
  void aRolloutUnderWayShowsABarForEachGroup() {
    StatusView view = view(status("Progressing", 5, 3, 4));

    assertThat(
            String.join("\n", StatusPrinter.lines(view, TerminalStyle.PLAIN, CommandWriter.PLAIN)))
        .isEqualTo(
            """
            Policy policies/web-tls  generation 2  manualPerGroup
            Progressing  attempt 1  from 2026-01-05T10:00:00Z
            Waiting for 4 of 10 clusters in group stage to become compliant: stage-01,
            stage-02. The next deadline is 10:20:00Z.
            Last decision: 2 in flight of maxConcurrency 4: 2 more may start.
            This is generation 1. Generation 2 has not begun.

              dev    [##############################]   5/5  done
              stage  [#########=========>>>>>>>>>>>>]  3/10  4 progressing, 3 soaking
              prod   [..............................]  0/15  not approved

            Exceptions
              stage-01  Failed  Within the 15s of its deadline it reported that it does not
                                comply with this version.

            Approvals
              dev        in the spec, by ann, with sluice, 2026-01-05T10:05:00Z
              ungrouped  by message, by unverified:bob: looks good\
            """);
  }

  @Test
  void aGroupThatInformsFirstShowsWhatEnforcingWouldChange() {
    Map<String, Object> prod =
        new HashMap<>(group("prod", 2, false, Map.of("clusters", 17, "toApply", 17)));
    prod.put("inform", Map.of("comply", 3, "wouldChange", 12, "notReported", 2));
    Map<String, Object> dev =
        new HashMap<>(group("dev", 0, true, Map.of("clusters", 5, "toApply", 1, "progressing", 4)));
    dev.put("inform", Map.of("comply", 1, "wouldChange", 0, "notReported", 0));
    Map<String, Object> status =
        Map.of("phase", "Progressing", "decisionGroups", List.of(dev, prod));

    assertThat(
            String.join(
                "\n", StatusPrinter.lines(view(status), TerminalStyle.PLAIN, CommandWriter.PLAIN)))
        .contains(
            """
              dev   [>>>>>>>>>>>>>>>>>>>>>>>>......]   0/5  4 progressing, 1 to apply: 1
                                                            complies already
              prod  [..............................]  0/17  not approved: 12 would be
                                                            changed, 3 comply already, 2
                                                            have not reported\
            """);
  }

  @Test
  void behindTheGateItSaysHowManyClustersKeepWhat() {
    Map<String, Object> held = Map.of("clusters", 24, "of", 30, "generation", 4);

    assertThat(
            StatusPrinter.lines(
                view(Map.of("phase", "Progressing", "held", held)),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .contains("Held: 24 of 30 clusters keep generation 4, enforced.");
  }

  /** Beside OCM's propagator a success does not mean that clusters are enforced. */
  @Test
  void afterTheEndItSaysWhoIsStillEnforcedAndWhatTheNextEditDoes() {
    assertThat(overridden("True", "0 of 12 enforced: all inform again."))
        .contains("0 of 12 enforced: all inform again.")
        .noneMatch(line -> line.contains("OverrideReleased"));
    String kept = "12 of 12 enforced: the next edit of the policy is enforced on them at once.";
    assertThat(overridden("False", kept)).contains(kept);
  }

  private static List<String> overridden(String status, String message) {
    Map<String, Object> condition =
        Map.of("type", "OverrideReleased", "status", status, "reason", "Test", "message", message);
    return StatusPrinter.lines(
        view(Map.of("phase", "Done", "outcome", "Succeeded", "conditions", List.of(condition))),
        TerminalStyle.PLAIN,
        CommandWriter.PLAIN);
  }

  @Test
  void aTerminalGetsBlocksAndColours() {
    StatusView view = view(status("Progressing", 5, 3, 4));

    String drawn =
        String.join(
            "\n",
            StatusPrinter.lines(view, new TerminalStyle(80, true, true), CommandWriter.PLAIN));

    assertThat(drawn).contains("\u001b[32m█████████\u001b[0m", "\u001b[36m▒", "\u001b[2m░");
  }

  @Test
  void plainLinesHaveNoControlCharactersAndAtMostEightyColumns() {
    StatusView view = view(status("WaitingForApproval", 5, 10, 0));

    assertThat(StatusPrinter.lines(view, TerminalStyle.PLAIN, CommandWriter.PLAIN))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80).matches("[ -~]*"));
  }

  @Test
  void atSixtyColumnsEveryLineFitsAndNothingIsLost() {
    TerminalStyle narrow = new TerminalStyle(60, true, true);
    List<String> lines =
        StatusPrinter.lines(view(status("Progressing", 5, 3, 4)), narrow, CommandWriter.PLAIN);

    assertThat(lines).allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(60));
    assertThat(String.join(" ", lines).replaceAll("\u001b\\[\\d*m", "").replaceAll("\\s+", " "))
        .contains(
            "generation 2 manualPerGroup",
            "from 2026-01-05T10:00:00Z",
            "4 progressing, 3 soaking",
            "it reported that it does not comply with this version.",
            "by ann, with sluice");
  }

  @Test
  void aDisabledPolicySaysSoAndHowItGoesOn() {
    Map<String, Object> spec =
        Map.of("disabled", true, "rolloutStrategy", Map.of("type", "manualPerGroup"));
    StatusView view =
        StatusView.of(
            object(3, Map.of("spec", spec)),
            Optional.of(object(1, Map.of("status", Map.of("phase", "Done", "outcome", "Aborted")))),
            NOW);

    assertThat(StatusPrinter.lines(view, TerminalStyle.PLAIN, CommandWriter.PLAIN))
        .startsWith(
            "Policy policies/web-tls  generation 3  manualPerGroup  disabled",
            "The policy is disabled: it is on no cluster, and no rollout begins. Set",
            "  spec.disabled to false to roll it out.",
            "Aborted")
        .noneMatch(line -> line.contains("retryRollout"));
  }

  @Test
  void aDisabledPolicyWithoutARolloutDoesNotWaitForAWorker() {
    Map<String, Object> spec = Map.of("disabled", true, "rolloutStrategy", Map.of("type", "All"));

    assertThat(
            StatusPrinter.lines(
                StatusView.of(object(3, Map.of("spec", spec)), Optional.empty(), NOW),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .noneMatch(line -> line.contains("worker"));
  }

  @Test
  void eachEndSaysWhatToDoNext() {
    assertThat(next("Done", "Succeeded"))
        .isEqualTo("Next: nothing is left to do. A change of the policy begins the next rollout.");
    assertThat(next("Done", "Superseded")).isEqualTo("Next: a newer version begins by itself.");
    assertThat(next("Halted", "Failed"))
        .startsWith("Next: change the policy, or roll the same version out again with:")
        .endsWith("  ./sluice retry web-tls -n policies");
    assertThat(next("Done", "Aborted"))
        .startsWith("Next: every cluster keeps what it has.")
        .contains("  ./sluice retry web-tls -n policies");
    assertThat(next("Progressing", null)).isEmpty();
  }

  @Test
  void aPauseInTheSpecNamesWhoWroteIt() {
    assertThat(paused(List.of(writtenAt(NOW)))).contains("Paused in the spec, by kubectl-edit.");
    assertThat(paused(List.of())).contains("Paused in the spec.");
  }

  /** Nobody has written it yet: whoever may update the object may write its managed fields. */
  @Test
  void aPauseThatIsDatedInTheFutureNamesNobody() {
    assertThat(paused(List.of(writtenAt(NOW.plus(Duration.ofDays(365))))))
        .contains("Paused in the spec.");
  }

  private static List<String> paused(List<ManagedFieldsEntry> managedFields) {
    GenericKubernetesResource rollout =
        object(1, Map.of("spec", Map.of("paused", true), "status", Map.of("phase", "Paused")));
    rollout.getMetadata().setManagedFields(managedFields);
    return StatusPrinter.lines(
        StatusView.of(object(2, policy()), Optional.of(rollout), NOW),
        TerminalStyle.PLAIN,
        CommandWriter.PLAIN);
  }

  private static ManagedFieldsEntry writtenAt(Instant at) {
    return new ManagedFieldsEntryBuilder()
        .withManager("kubectl-edit")
        .withTime(at.toString())
        .withNewFieldsV1()
        .addToAdditionalProperties("f:spec", Map.of("f:paused", Map.of()))
        .endFieldsV1()
        .build();
  }

  @Test
  void ofThePastItIsNotSaidWhatToDoNext() {
    StatusView view = view(Map.of("phase", "Done", "outcome", "Aborted"));
    Predicate<String> next = line -> line.startsWith("Next: ");

    assertThat(StatusPrinter.lines(view, TerminalStyle.PLAIN, CommandWriter.PLAIN)).anyMatch(next);
    assertThat(StatusPrinter.linesOfPast(view, TerminalStyle.PLAIN)).isNotEmpty().noneMatch(next);
  }

  @Test
  void aConditionThatIsFalseIsShown() {
    Map<String, Object> condition =
        Map.of(
            "type",
            "ApprovalsMatched",
            "status",
            "False",
            "message",
            "No placement declares group qa.");

    assertThat(
            StatusPrinter.lines(
                view(Map.of("phase", "Soaking", "conditions", List.of(condition))),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .contains("ApprovalsMatched=False: No placement declares group qa.");
  }

  @Test
  void conditionsForGenericToolsRepeatWhatIsShownAnyway() {
    List<Map<String, String>> conditions =
        Stream.of("Ready", "Reconciling", "Stalled")
            .map(type -> Map.of("type", type, "status", "False", "message", "Waiting."))
            .toList();

    assertThat(
            StatusPrinter.lines(
                view(Map.of("phase", "Soaking", "conditions", conditions)),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .noneMatch(line -> line.contains("=False"));
  }

  @Test
  void wideCharactersTakeTwoColumnsAndEscapesNone() {
    assertThat(DisplayWidth.of("ok")).isEqualTo(2);
    assertThat(DisplayWidth.of("\u5317\u4eac")).isEqualTo(4);
    assertThat(DisplayWidth.of("e\u0301")).isEqualTo(1);
    assertThat(DisplayWidth.of("\u001b[32m█\u001b[0m")).isEqualTo(1);
  }

  @Test
  void receiversThatWaitForLongAndWhatTheyNeverGotAreShown() {
    Map<String, Object> pending =
        Map.of("event", "halted", "rolloutUID", "u1", "number", 1, "to", List.of("chat"));
    Map<String, Object> late = new HashMap<>(pending);
    late.put("at", NOW.minusSeconds(61).toString());
    Map<String, Object> fresh = new HashMap<>(pending);
    fresh.put("at", NOW.minusSeconds(59).toString());
    Map<String, Object> status =
        Map.of(
            "phase",
            "Halted",
            "notifications",
            Map.of(
                "pending", List.of(late, fresh),
                "droppedTotal", 2,
                "dropped",
                    List.of(Map.of("id", "u0/halted/1", "to", "pager", "message", "HTTP 403"))));

    assertThat(StatusPrinter.lines(view(status), TerminalStyle.PLAIN, CommandWriter.PLAIN))
        .contains(
            "Not told yet: chat, 1 message since 2026-02-03T12:58:59Z.",
            "2 messages were dropped, last to pager: HTTP 403.");
    assertThat(
            StatusPrinter.lines(
                view(Map.of("phase", "Halted", "notifications", Map.of("pending", List.of(fresh)))),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .noneMatch(line -> line.contains("told"));
  }

  @Test
  void refusedSettingsAreShownInsteadOfWhatItWaitsFor() {
    Map<String, Object> status =
        Map.of(
            "phase",
            "Pending",
            "waitingFor",
            "the same once more",
            "conditions",
            List.of(Map.of("type", "Accepted", "status", "False", "message", "Cannot roll out.")));

    assertThat(StatusPrinter.lines(view(status), TerminalStyle.PLAIN, CommandWriter.PLAIN))
        .contains("Not accepted: Cannot roll out.")
        .noneMatch(line -> line.contains("once more"));
  }

  @Test
  void anUnstagedPolicySaysSoAndHowManyComply() {
    Map<String, Object> policy =
        Map.of(
            "spec", Map.of("disabled", false),
            "status",
                Map.of(
                    "status",
                    List.of(
                        Map.of("clustername", "c1", "compliant", "Compliant"),
                        Map.of("clustername", "c2", "compliant", "NonCompliant"))));

    assertThat(
            StatusPrinter.lines(
                StatusView.of(object(3, policy), Optional.empty(), NOW),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .containsExactly(
            "Policy policies/web-tls  generation 3  unstaged",
            "The policy has no rollout strategy, so it goes to every cluster at once. 1 of 2",
            "  clusters comply.",
            "NonCompliant: c2");
  }

  @Test
  void aPolicyWithoutARolloutSaysWhatBeginsOne() {
    assertThat(
            StatusPrinter.lines(
                StatusView.of(object(2, policy()), Optional.empty(), NOW),
                TerminalStyle.PLAIN,
                CommandWriter.PLAIN))
        .contains("No rollout has begun. It begins as soon as a Sluice worker runs on this hub.");
  }

  @Test
  void everyStateThatHasAClusterHasACell() {
    assertThat(ProgressBar.cells(new long[] {998, 0, 1, 1, 0, 0}, 20))
        .containsExactly(18, 0, 1, 1, 0, 0);
    assertThat(ProgressBar.cells(new long[] {0, 0, 0, 0, 0, 0}, 20))
        .containsExactly(0, 0, 0, 0, 0, 20);
  }

  @Test
  void aDiffHasOnlyWhatChanged() {
    StatusView before = view(status("Progressing", 5, 3, 4));
    StatusView after = view(status("Progressing", 5, 4, 3));

    assertThat(StatusDiff.lines(Optional.of(before), after, " 1.0s  ", TerminalStyle.PLAIN))
        .containsExactly(" 1.0s  Group stage: 4 of 10 done, 3 progressing, 3 soaking");
    assertThat(StatusDiff.lines(Optional.of(after), after, " 1.2s  ", TerminalStyle.PLAIN))
        .isEmpty();
  }

  /** Returns what follows the last empty line. */
  private static String next(String phase, String outcome) {
    Map<String, Object> status = new HashMap<>();
    status.put("phase", phase);
    status.put("outcome", outcome);
    status.put("rolloutUID", "u-1");
    List<String> lines =
        StatusPrinter.lines(view(status), TerminalStyle.PLAIN, CommandWriter.PLAIN);
    return String.join(
        " ", lines.contains("") ? lines.subList(lines.indexOf("") + 1, lines.size()) : List.of());
  }

  private static StatusView view(Map<String, Object> status) {
    return StatusView.of(
        object(2, policy()), Optional.of(object(1, Map.of("status", status))), NOW);
  }

  private static GenericKubernetesResource object(long generation, Map<String, Object> parts) {
    return new GenericKubernetesResourceBuilder()
        .withNewMetadata()
        .withNamespace("policies")
        .withName("web-tls")
        .withGeneration(generation)
        .endMetadata()
        .withAdditionalProperties(parts)
        .build();
  }

  private static Map<String, Object> policy() {
    return Map.of("spec", Map.of("rolloutStrategy", Map.of("type", "manualPerGroup")));
  }

  private static Map<String, Object> status(String phase, int dev, int stage, int busy) {
    return Map.ofEntries(
        Map.entry("phase", phase),
        Map.entry("attempt", 1),
        Map.entry("currentRolloutGeneration", 1),
        Map.entry("startedAt", "2026-01-05T10:00:00Z"),
        Map.entry("reason", "2 in flight of maxConcurrency 4: 2 more may start"),
        Map.entry(
            "waitingFor",
            "Waiting for 4 of 10 clusters in group stage to become compliant: stage-01,"
                + " stage-02. The next deadline is 10:20:00Z."),
        Map.entry(
            "decisionGroups",
            List.of(
                group("dev", 0, true, Map.of("clusters", 5, "succeeded", dev)),
                group(
                    "stage",
                    1,
                    true,
                    Map.of(
                        "clusters",
                        10,
                        "succeeded",
                        stage,
                        "progressing",
                        busy,
                        "soaking",
                        10 - stage - busy)),
                group("prod", 2, false, Map.of("clusters", 15, "toApply", 15)))),
        Map.entry(
            "exceptions",
            List.of(
                Map.of(
                    "cluster",
                    "stage-01",
                    "reason",
                    "Failed",
                    "message",
                    "Within the 15s of its deadline it reported that it does not comply with this"
                        + " version."))),
        Map.entry(
            "approvals",
            List.of(
                Map.of(
                    "groupName",
                    "dev",
                    "approved",
                    true,
                    "by",
                    "sluice:ann",
                    "at",
                    "2026-01-05T10:05:00Z",
                    "how",
                    "Spec"),
                Map.of(
                    "approved",
                    true,
                    "by",
                    "unverified:bob",
                    "how",
                    "Signal",
                    "comment",
                    "looks good"))));
  }

  private static Map<String, Object> group(
      String name, int index, boolean approved, Map<String, Object> counts) {
    return Map.of(
        "placement", "web",
        "groupName", name,
        "groupIndex", index,
        "approved", approved,
        "counts", counts);
  }
}
