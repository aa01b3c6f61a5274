"""`python -m dicecup.training.deadwood` is `dicecup train deadwood`."""

import sys

from dicecup.training.deadwood import main

sys.exit(main())
