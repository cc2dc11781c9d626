/** Tests of the manifests in k8s/. */
@NullMarked
package io.carillon.app.kubernetes;

import org.jspecify.annotations.NullMarked;
