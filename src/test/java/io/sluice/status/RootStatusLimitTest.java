package io.sluice.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.fleet.ClusterStatus;
import io.sluice.policy.CanonicalJson;
import io.sluice.policy.Compliance;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RootStatusLimitTest {
  private static final long MOST = 1_258_291;

  private static String name(int index, int length) {
    return ("c%0" + (length - 1) + "d").formatted(index);
  }

  /** Every hundredth cluster is NonCompliant. */
  private static RootStatus status(int clusters, int nameLength) {
    List<ClusterRow> rows =
        IntStream.range(0, clusters)
            .mapToObj(
                i ->
                    new ClusterRow(
                        name(i, nameLength),
                        Optional.of(
                            i % 100 == 99 ? Compliance.NON_COMPLIANT : Compliance.COMPLIANT),
                        Optional.of(ClusterStatus.PROGRESSING),
                        List.of()))
            .toList();
    return new RootStatus(
        List.of(), rows, Optional.of(Compliance.NON_COMPLIANT), Optional.of("Progressing"));
  }

  private static long bytes(RootStatus status) {
    return CanonicalJson.of(status.toTree()).length();
  }

  @ParameterizedTest
  @CsvSource({"10000, 8", "20000, 8", "10000, 63", "20000, 63"})
  void aStatusStaysBelowTheLimitAndKeepsEveryClusterThatIsNotCompliant(int clusters, int length) {
    RootStatus whole = status(clusters, length);
    RootStatus written = RootStatusLimit.DEFAULT.fit(whole).status();

    assertThat(bytes(written)).isLessThanOrEqualTo(MOST);
    assertThat(written.compliant()).isEqualTo(whole.compliant());
    assertThat(written.status())
        .filteredOn(row -> row.compliant().get() == Compliance.NON_COMPLIANT)
        .hasSize(clusters / 100);
  }

  @Test
  void aStatusOfExactlyTheLimitIsWrittenWhole() {
    ClusterRow plain = row("c1", Compliance.COMPLIANT, List.of());
    ClusterRow odd = row("c\"é", Compliance.PENDING, List.of("b1", "b2"));
    for (RootStatus whole :
        List.of(
            new RootStatus(List.of(), List.of(plain), Optional.empty(), Optional.empty()),
            new RootStatus(
                List.of(), List.of(plain, odd, plain), Optional.empty(), Optional.empty()),
            new RootStatus(
                List.of(),
                List.of(odd, plain),
                Optional.of(Compliance.PENDING),
                Optional.empty()))) {
      long bytes = CanonicalJson.of(whole.toTree()).getBytes(StandardCharsets.UTF_8).length;
      assertThat(new RootStatusLimit(bytes).fit(whole).status()).isEqualTo(whole);
      assertThat(new RootStatusLimit(bytes - 1).fit(whole).truncation()).isPresent();
    }
  }

  private static ClusterRow row(String cluster, Compliance compliance, List<String> bindings) {
    return new ClusterRow(
        cluster, Optional.of(compliance), Optional.of(ClusterStatus.TO_APPLY), bindings);
  }

  @Test
  void tenThousandClustersWithShortNamesAreWrittenWhole() {
    RootStatus whole = status(10_000, 8);
    assertThat(RootStatusLimit.DEFAULT.fit(whole))
        .isEqualTo(new RootStatusLimit.Fitted(whole, Optional.empty()));
  }

  @Test
  void theStatusOfTheRolloutIsLeftOutOfRowsFirst() {
    RootStatus whole = status(13_000, 8);
    RootStatusLimit.Fitted fitted = RootStatusLimit.DEFAULT.fit(whole);

    assertThat(fitted.status().status()).hasSize(13_000);
    assertThat(fitted.status().status()).allMatch(row -> row.rolloutStatus().isEmpty());
    assertThat(fitted.status().rolloutStatus()).contains("Progressing");
    assertThat(fitted.truncation().orElseThrow())
        .startsWith("The status is larger than 1228 KiB, so its rows have no rolloutStatus.");
  }

  @Test
  void rowsOfCompliantClustersAreLeftOutFromTheEndAndNoMoreThanNecessary() {
    RootStatusLimit.Fitted fitted = RootStatusLimit.DEFAULT.fit(status(20_000, 63));
    List<ClusterRow> rows = fitted.status().status();

    assertThat(rows).isSortedAccordingTo((a, b) -> a.cluster().compareTo(b.cluster()));
    assertThat(rows.get(rows.size() - 1).compliant()).contains(Compliance.NON_COMPLIANT);
    assertThat(bytes(fitted.status())).isGreaterThan(MOST - 400);
    assertThat(fitted.truncation().orElseThrow())
        .startsWith(
            "The status is larger than 1228 KiB, so rows of Compliant clusters are left out");
  }

  @Test
  void otherRowsGoOnlyWhenNoCompliantOneIsLeft() {
    RootStatus written = new RootStatusLimit(500).fit(status(200, 63)).status();
    assertThat(bytes(written)).isLessThanOrEqualTo(500);
    assertThat(written.status()).isNotEmpty().allMatch(row -> row.compliant().isPresent());
    assertThat(written.toTree()).isNotEqualTo(Map.of());
  }
}
