package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.policy.TemplateReport.Entry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Checks the dispatch annotation against policy-propagation 4.1. */
class DispatchTest {
  private static final Instant AT = Instant.parse("2026-01-01T10:00:00Z");

  private static Dispatch dispatch(Map<String, List<String>> baseline) {
    return new Dispatch("u1", 3, 12, Dispatch.As.TAKEN_BACK, AT, AT.plusSeconds(1), baseline);
  }

  private static TemplateReport report(String template, int entries) {
    return new TemplateReport(
        template,
        Optional.of(Compliance.COMPLIANT),
        IntStream.range(0, entries)
            .mapToObj(i -> new Entry(template + ".event." + i, AT.minusSeconds(i)))
            .toList());
  }

  private static List<TemplateReport> reports(int templates, int nameLength) {
    return IntStream.range(0, templates)
        .mapToObj(i -> report("t%03d".formatted(i) + "x".repeat(nameLength - 4), 10))
        .toList();
  }

  @Test
  void itIsEqualAfterJson() {
    Dispatch dispatch = dispatch(Map.of("b", List.of("00000000"), "a", List.of("1", "2")));
    assertThat(PayloadJson.again(dispatch, Dispatch.class)).isEqualTo(dispatch);
  }

  @Test
  void itsJsonIsTheOneOfTheSpecification() {
    assertThat(PayloadJson.write(dispatch(Map.of("a", List.of("0badcafe")))))
        .isEqualTo(
            "{\"rolloutUID\":\"u1\",\"attempt\":3,\"generation\":12,\"as\":\"takenBack\","
                + "\"at\":\"2026-01-01T10:00:00Z\",\"written\":\"2026-01-01T10:00:01Z\","
                + "\"baseline\":{\"a\":[\"0badcafe\"]}}");
  }

  @Test
  void everyEventOfTheBaselineIsRecognised() {
    Dispatch dispatch = dispatch(Baseline.names(List.of(report("a", 10))));
    assertThat(IntStream.range(0, 10)).allMatch(i -> dispatch.baselineHas("a", "a.event." + i));
    assertThat(dispatch.baselineHas("a", "a.event.10")).isFalse();
    assertThat(dispatch.baselineHas("b", "a.event.0")).isFalse();
  }

  @Test
  void anEmptyBaselineTakesNoRoom() {
    Dispatch dispatch = dispatch(Map.of());
    assertThat(PayloadJson.write(dispatch)).doesNotContain("baseline");
    assertThat(PayloadJson.again(dispatch, Dispatch.class)).isEqualTo(dispatch);
  }

  @Test
  void theRecordOfUnchangedTemplatesIsAddedAtTheEnd() {
    Dispatch dispatch =
        new Dispatch(
            "u1",
            3,
            12,
            Dispatch.As.DISPATCHED,
            AT,
            AT.plusSeconds(1),
            Map.of("a", List.of("0badcafe")),
            Map.of("a", AT.minusSeconds(60)),
            List.of("b"),
            "0123456789abcdef",
            "",
            true);
    assertThat(PayloadJson.write(dispatch))
        .isEqualTo(
            "{\"rolloutUID\":\"u1\",\"attempt\":3,\"generation\":12,\"as\":\"dispatched\","
                + "\"at\":\"2026-01-01T10:00:00Z\",\"written\":\"2026-01-01T10:00:01Z\","
                + "\"baseline\":{\"a\":[\"0badcafe\"]},"
                + "\"since\":{\"a\":\"2026-01-01T09:59:00Z\"},\"unknown\":[\"b\"],"
                + "\"content\":\"0123456789abcdef\",\"created\":true}");
    assertThat(PayloadJson.again(dispatch, Dispatch.class)).isEqualTo(dispatch);
  }

  @Test
  void anOlderAnnotationChangedEveryTemplate() {
    Dispatch old = dispatch(Map.of());
    assertThat(old.lastChange("a")).isEqualTo(old.written());
    assertThat(old.unchanged("a")).isFalse();
    assertThat(old.lastChangeKnown("a")).isTrue();
    assertThat(old.wrote("any content")).isTrue();
  }

  @Test
  void unknownFieldsAreIgnored() {
    String json =
        PayloadJson.write(dispatch(Map.of())).replace("{\"rollout", "{\"later\":[],\"rollout");
    assertThat(PayloadJson.read(json, Dispatch.class)).isEqualTo(dispatch(Map.of()));
  }

  @Test
  void aNameIsKeptAsEightHexDigitsOfItsSha256() {
    // printf abc | sha256sum
    assertThat(Hashes.ofName("abc")).isEqualTo("ba7816bf");
    assertThat(Baseline.names(List.of(report("a", 1))))
        .isEqualTo(Map.of("a", List.of(Hashes.ofName("a.event.0"))));
  }

  @Test
  void theBaselineIsNewestFirst() {
    assertThat(Baseline.names(List.of(report("a", 3))).get("a"))
        .containsExactly(
            Hashes.ofName("a.event.0"), Hashes.ofName("a.event.1"), Hashes.ofName("a.event.2"));
  }

  @Test
  void aTemplateWithoutHistoryIsLeftOut() {
    assertThat(Baseline.names(List.of(report("a", 0)))).isEmpty();
  }

  @Test
  void detailsOfOneNameAreJoined() {
    assertThat(Baseline.names(List.of(report("a", 2), report("a", 3))).get("a")).hasSize(5);
  }

  @Test
  void thirtyTemplatesKeepTheirFullHistory() {
    Map<String, List<String>> baseline = Baseline.names(reports(30, 20));
    assertThat(baseline.values()).allMatch(hashes -> hashes.size() == 10);
    assertThat(PayloadJson.write(baseline).length()).isLessThan(5_000);
  }

  @Test
  void above16KiBOnlyTheNewestThreeOfEachTemplateAreKept() {
    // 128 characters a template: 12 for the name, 6 of JSON around it, 110 for ten hashes.
    List<TemplateReport> atTheLimit = reports(128, 12);
    assertThat(Baseline.names(atTheLimit).values()).allMatch(hashes -> hashes.size() == 10);
    Map<String, List<String>> over = Baseline.names(reports(129, 12));
    assertThat(over.values()).hasSize(129).allMatch(hashes -> hashes.size() == 3);
  }

  @Test
  void theBaselineIsThatOfTheFoundReplica() {
    Dispatch dispatch = dispatch(Baseline.names(List.of(report("a", 1))));
    assertThat(dispatch.baselineHas("a", "a.event.0")).isTrue();
    assertThat(dispatch.baselineHas("a", "a.event.1")).isFalse();
    assertThat(dispatch.baselineHas("b", "a.event.0")).isFalse();
  }
}
