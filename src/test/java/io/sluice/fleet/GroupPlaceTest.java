package io.sluice.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.RandomSeeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GroupPlaceTest {
  private static GroupPlace between(String before, String after) {
    return GroupPlace.between(place(before), place(after));
  }

  private static Optional<GroupPlace> place(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(GroupPlace.parse(text));
  }

  @Test
  void betweenTwoGroupsThereIsAlwaysRoom() {
    assertThat(between("0", "1")).hasToString("0.1");
    assertThat(between("0.1", "1")).hasToString("0.2");
    assertThat(between("0", "0.1")).hasToString("0.0.1");
    assertThat(between("0.1", "0.2")).hasToString("0.1.1");
    assertThat(between("3", "")).hasToString("3.1");
    assertThat(between("3.1", "")).hasToString("3.2");
    assertThat(between("", "0")).hasToString("-1.1");
    assertThat(between("", "")).hasToString("0.1");
  }

  @Test
  void whereverGroupsAreAddedAllKeepTheirOrderAndNoneTakesAnIndex() {
    RandomSeeds.of(500)
        .forEach(
            seed -> {
              Random random = new Random(seed);
              List<GroupPlace> places = new ArrayList<>(List.of(GroupPlace.of(0)));
              for (int i = 0; i < 60; i++) {
                int at = random.nextInt(places.size() + 1);
                Optional<GroupPlace> before =
                    at == 0 ? Optional.empty() : Optional.of(places.get(at - 1));
                Optional<GroupPlace> after =
                    at == places.size() ? Optional.empty() : Optional.of(places.get(at));
                GroupPlace added = GroupPlace.between(before, after);
                places.add(at, added);
                assertThat(GroupPlace.parse(added.toString())).isEqualTo(added);
                assertThat(added.parts()).as("seed %d", seed).hasSizeGreaterThan(1);
              }
              assertThat(places).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
            });
  }
}
