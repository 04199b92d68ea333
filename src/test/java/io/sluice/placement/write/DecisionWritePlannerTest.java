package io.sluice.placement.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import io.sluice.placement.DecisionObject;
import io.sluice.placement.grouping.DecisionSlicer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DecisionWritePlannerTest {
  private static final String UID = "uid-1";
  private static final DecisionOwner OWNER = new DecisionOwner("p", UID);

  private final InMemoryDecisions hub = new InMemoryDecisions(UID);

  /** Returns one object for each group of {@code "east: a b"}. */
  private static List<DecisionObject> objects(String... groups) {
    List<DecisionObject> objects = new ArrayList<>();
    for (String group : groups) {
      String[] parts = group.split(":", -1);
      objects.add(object(parts[0], objects.size(), objects.size() + 1, parts[1]));
    }
    return objects;
  }

  private static DecisionObject object(String group, int index, int number, String clusters) {
    return DecisionObject.of(
        new GroupKey("p", group, index),
        number,
        Arrays.stream(clusters.trim().split(" ")).filter(name -> !name.isEmpty()).toList());
  }

  private List<String> writes(List<DecisionObject> from, List<DecisionObject> to) {
    hub.putOwn(from);
    return hub.converge("p", to);
  }

  private static List<String> names(int from, int to) {
    return IntStream.range(from, to).mapToObj("c%03d"::formatted).toList();
  }

  private static List<DecisionObject> oneGroup(List<String> clusters) {
    return DecisionSlicer.slice(List.of(new DecisionGroup(new GroupKey("p", "", 0), clusters)));
  }

  /** Leaves out the lists, which are long. */
  private static List<String> brief(List<String> writes) {
    return writes.stream().map(write -> write.replaceAll(" \\[.*| \\d+:.*", "")).toList();
  }

  @Test
  void nothingIsWrittenWhenTheObjectsAreAsWanted() {
    List<DecisionObject> objects = objects("east: a b", ": c");
    assertThat(writes(objects, objects)).isEmpty();
  }

  @Test
  void anObjectIsCreatedWithItsLabelsAndThenGetsItsList() {
    assertThat(writes(List.of(), objects("east: a b", ": c")))
        .containsExactly(
            "create p-decision-1 0:east",
            "status p-decision-1 [a b]",
            "create p-decision-2 1:",
            "status p-decision-2 [c]");
  }

  @Test
  void anEmptyGroupIsCreatedOnly() {
    assertThat(writes(List.of(), objects(":"))).containsExactly("create p-decision-1 0:");
  }

  @Test
  void aNewcomerThatSortsFirstIsWrittenFromTheLastObjectToTheFirst() {
    List<DecisionObject> three = oneGroup(names(0, 300));
    List<DecisionObject> four =
        oneGroup(Stream.concat(Stream.of("a"), names(0, 300).stream()).toList());
    assertThat(brief(writes(three, four)))
        .containsExactly(
            "create p-decision-4",
            "status p-decision-4",
            "status p-decision-3",
            "status p-decision-2",
            "status p-decision-1");
    assertThat(brief(hub.converge("p", three)))
        .containsExactly(
            "status p-decision-1",
            "status p-decision-2",
            "status p-decision-3",
            "delete p-decision-4");
  }

  @Test
  void aGroupThatMovesAsAWholeIsRelabelledOnly() {
    assertThat(
            writes(
                List.of(object("east", 0, 1, "a b"), object("", 1, 2, "c")),
                List.of(object("east", 0, 1, "a b"), object("west", 1, 2, "c"))))
        .containsExactly("labels p-decision-2 1:west");
  }

  @Test
  void anObjectWhoseClustersAreElsewhereIsEmptiedBeforeItIsRelabelled() {
    // A new group of east pushes the others up by one.
    assertThat(
            writes(objects("east: a", ": c", ": e"), objects("east: a", "east: x", ": c", ": e")))
        .containsExactly(
            "create p-decision-4 3:",
            "status p-decision-4 [e]",
            "status p-decision-3 [c]",
            "status p-decision-2 []",
            "labels p-decision-2 1:east",
            "status p-decision-2 [x]");
  }

  @Test
  void twoObjectsThatSwapClustersAreMergedInOne() {
    assertThat(writes(objects("east: a b", "west: c d"), objects("east: a c", "west: b d")))
        .containsExactly(
            "status p-decision-1 [a b c]",
            "status p-decision-2 [b d]",
            "status p-decision-1 [a c]");
  }

  @Test
  void clustersOfAnObjectThatIsItselfRelabelledAreSpilled() {
    assertThat(writes(objects("east: a", "west: b"), objects("west: b", "east: a")))
        .containsExactly(
            "create p-decision-3 1:east",
            "status p-decision-3 [a]",
            "status p-decision-1 []",
            "labels p-decision-1 0:west",
            "status p-decision-1 [b]",
            "status p-decision-2 []",
            "labels p-decision-2 1:east",
            "status p-decision-2 [a]",
            "delete p-decision-3");
  }

  @Test
  void aSpillObjectThatStandsIsUsedAgain() {
    hub.putOwn(objects("east: a", "west: b"));
    hub.putOwn(List.of(object("east", 1, 3, "")));
    assertThat(hub.converge("p", objects("west: b", "east: a")))
        .startsWith("status p-decision-3 [a]", "status p-decision-1 []")
        .endsWith("delete p-decision-3");
  }

  @Test
  void aSpillObjectIsNumberedAboveThoseOfOtherOwnersToo() {
    hub.put(object("", 0, 7, "z"), Optional.of("another"));
    assertThat(writes(objects("east: a", "west: b"), objects("west: b", "east: a")))
        .startsWith("create p-decision-8 1:east")
        .endsWith("delete p-decision-8");
    assertThat(hub.get("p-decision-7").clusters()).containsExactly("z");
  }

  @Test
  void aRelabelledObjectIsFinishedWhereverItsWriterStopped() {
    List<DecisionObject> wanted = objects("east: a", "east: x", ": c");
    List<DecisionObject> emptied = new ArrayList<>(wanted);
    emptied.set(1, object("", 1, 2, ""));
    assertThat(writes(emptied, wanted))
        .containsExactly("labels p-decision-2 1:east", "status p-decision-2 [x]");
    emptied.set(1, object("east", 1, 2, ""));
    assertThat(writes(emptied, wanted)).containsExactly("status p-decision-2 [x]");
  }

  @Test
  void labelsThatAreNotOfTheGroupAreLeftAlone() {
    DecisionObject wanted = object("", 0, 1, "a");
    Map<String, String> labels = new TreeMap<>(wanted.labels());
    labels.put("team", "blue");
    hub.putOwn(List.of(new DecisionObject(wanted.name(), labels, wanted.clusters())));
    assertThat(hub.converge("p", List.of(wanted))).isEmpty();
  }

  @Test
  void anEditByHandIsRepaired() {
    hub.putOwn(List.of(new DecisionObject("p-decision-1", Map.of(), List.of("b", "a", "x"))));
    assertThat(hub.converge("p", objects(": a b")))
        .endsWith("labels p-decision-1 0:", "status p-decision-1 [a b]", "delete p-decision-2");
  }

  @Test
  void anObjectOfAnotherOwnerIsNeitherDeletedNorCountedOn() {
    hub.put(object("", 0, 9, "b"), Optional.of("another"));
    assertThat(writes(objects("east: a b", ":"), objects("east: a", ": b")))
        .containsExactly("status p-decision-2 [b]", "status p-decision-1 [a]");
    assertThat(OWNER.foreign(hub.list())).singleElement().isEqualTo(hub.list().get(2));
  }

  @Test
  void anObjectWithoutControllerIsTakenOverIfItCarriesTheLabel() {
    hub.put(object("", 0, 1, "a"), Optional.empty());
    assertThat(hub.converge("p", objects(": b"))).containsExactly("status p-decision-1 [b]");
  }

  @Test
  void aWantedNameThatAnotherOwnerHoldsIsRefused() {
    hub.put(new DecisionObject("p-decision-1", Map.of(), List.of("z")), Optional.empty());
    List<DecisionObject> wanted = objects(": a");
    assertThat(OWNER.conflicts(hub.list(), wanted)).hasSize(1);
    assertThatThrownBy(
            () -> DecisionWritePlanner.next(OWNER, hub.list(), new WantedDecisions(wanted)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot write PlacementDecision p-decision-1: it belongs to another owner. Delete it,"
                + " or rename placement p.");
  }

  @Test
  void everyWriteCarriesTheVersionThatWasRead() {
    hub.putOwn(objects(": a"));
    DecisionWrite write =
        DecisionWritePlanner.next(OWNER, hub.list(), new WantedDecisions(objects(": b")))
            .orElseThrow();
    hub.putOwn(objects(": c"));
    assertThat(hub.perform(write)).isFalse();
  }
}
