/** Programs that embed a member, as users write them, and their tests in processes of their own. */
@NullMarked
package io.carillon.member.example;

import org.jspecify.annotations.NullMarked;
