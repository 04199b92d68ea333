package io.sluice.transcript;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Shuffles lists, equally for equal seeds; without a seed it keeps their order. */
final class ListShuffler {
  private final Optional<Random> random;

  ListShuffler(Optional<Long> seed) {
    random = seed.map(Random::new);
  }

  <T> List<T> of(Collection<T> items) {
    List<T> list = new ArrayList<>(items);
    random.ifPresent(chance -> Collections.shuffle(list, chance));
    return list;
  }
}
